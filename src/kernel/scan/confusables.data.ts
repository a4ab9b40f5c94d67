// Letters that look like a Latin letter, after NFKC, lower case and accent removal. Left: the Latin letter. Right: its look-alikes.

export const LOOKALIKES: Readonly<Record<string, string>> = {
  a: "аαɑɐᴀ",
  b: "ьƅʙᖯ",
  c: "сϲᴄⅽ",
  d: "ԁɗᴅɖ",
  e: "еєҽɛᴇℯə",
  f: "ƒꞙϝ",
  g: "ɡցɢ",
  h: "һհʜ",
  i: "іιıɩɪӏⅰ",
  j: "јϳյᴊ",
  k: "кκᴋ",
  l: "ⅼʟǀ",
  m: "ⅿᴍм",
  n: "ոռɴո",
  o: "оοօᴏ",
  p: "рρᴘ",
  q: "ԛգ",
  r: "гᴦʀ",
  s: "ѕꜱ",
  t: "тτᴛ",
  u: "υսᴜʊ",
  v: "νѵᴠ",
  w: "ԝաᴡɯω",
  x: "хχ",
  y: "уγүʏ",
  z: "ᴢʐ",
};

/** Look-alikes from other scripts close enough to be read as Latin inside a Latin word; a mix of the two is a disguise, not a language. */
export const DISGUISES = "асеорхуіјѕһԁԛԝӏүνοαρυιϳϲкκτνհոսօցԍɡАВЕКМНОРСТУХІЈЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧ";
