// Keys printed in public standards and manuals: whoever reads them there knows them, so masking them only spoils the text.

export const SAMPLES: ReadonlySet<string> = new Set([
  // OAuth 1.0 and 2.0, bearer and MAC tokens (RFC 5849, 6749, 6750, 7009, 7662).
  "2YotnFZFEjr1zCsicMWpAA",
  "45ghiukldjahdnhzdauz",
  "7Fjfp0ZBr1KtDRbnfVdmIw",
  "ad180jjd733klru7",
  "czZCaGRSa3F0MzpnWDFmQmF0M2JW",
  "gX1fBat3bV",
  "h480djs93hd8",
  "hh5s93j4hdidpola",
  "hdhd0244k9j7ao03",
  "j49sk3j29djd",
  "kkk9d7dh3k39sjv7",
  "mF_9.B5f-4.1JqM",
  "nnch734d00sl2jdk",
  "pfkkdhi9sl3r4s00",
  "SplxlOBeZQQYbYS6WxSbIA",
  "tGzv3JOkF0XG5Qx2TlKWIA",
  // HTTP basic authentication (RFC 7617) and "username:password".
  "QWxhZGRpbjpvcGVuIHNlc2FtZQ==",
  "dXNlcm5hbWU6cGFzc3dvcmQ=",
  "dXNlcjpwYXNz",
]);
