import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createKeyMask, createRedactor, mask, redact } from "./redact.ts";

// Put together at run time, so that nothing in this file looks like a live key.
const hex = (length: number) => "3f9a1c07b5e2d846".repeat(8).slice(0, length);
const letters = (length: number) => "aZ4kQ9mT2xW7pL5nR8vB3cY6".repeat(8).slice(0, length);

const chosen = ["S3cret", "P4ss"].join("");

describe("by shape", () => {
  test.each([
    ["an OpenAI key", `sk-${letters(40)}`],
    ["an Anthropic key", `sk-ant-${letters(60)}`],
    ["a GitHub token", `ghp_${letters(36)}`],
    ["a fine-grained GitHub token", `github_pat_${letters(60)}`],
    ["a Slack token", `xoxb-${"8".repeat(12)}1-${letters(24)}`],
    ["a Google key", `AIza${letters(35)}`],
    ["an AWS key id", `AKIA${"Q7RT2WXZ".repeat(2)}`],
    ["a Stripe key", `sk_live_${letters(24)}`],
    ["an npm token", `npm_${letters(36)}`],
    ["a DigitalOcean token", `dop_v1_${hex(64)}`],
    ["a Telegram bot token", `84133075:A${letters(34)}`],
    ["a JSON web token", `eyJ${letters(20)}.eyJ${letters(30)}.${letters(30)}`],
  ])("%s is masked anywhere in a text", (_what, secret) => {
    const out = redact(`before ${secret} after`);
    expect(out).not.toContain(secret);
    expect(out).toBe(`before ${mask(secret)} after`);
  });

  test("a private key loses its body and keeps its frame", () => {
    const body = letters(64);
    const out = redact(`-----BEGIN RSA PRIVATE KEY-----\n${body}\n-----END RSA PRIVATE KEY-----`);
    expect(out).not.toContain(body);
    expect(out).toContain("-----END RSA PRIVATE KEY-----");
  });
});

describe("by name", () => {
  const secret = letters(20);
  test.each([
    `api_token = "${secret}"`,
    `apiToken: '${secret}',`,
    `"client_secret": "${secret}"`,
    `DB_PASSWORD=${secret}`,
    `db_password=tig3rlily!`,
    `export service_token=${secret}`,
    `<token>\n  ${secret}\n</token>`,
    `System.setProperty("APP_TOKEN", "${secret}")`,
    `var serviceToken string = "${secret}"`,
    `- name: APP_TOKEN\n  value: "${secret}"`,
    `Authorization: Bearer ${secret}`,
    `Authorization: Basic ${letters(24)}==`,
    `curl -u admin:${chosen} https://host`,
    `postgres://app:${chosen}@db:5432/x`,
    `https://host/x?access_token=${secret}&y=1`,
  ])("%s", (text) => {
    const out = redact(text);
    expect(out).not.toBe(text);
    for (const gone of [secret, "tig3rlily!", chosen, letters(24)]) expect(out).not.toContain(gone);
  });
});

test.each([
  "const token = await getToken(request);",
  'if (password === "") throw new Error("password missing");',
  "max_tokens: 128000,",
  'type: "tokenizer", secretName: "db-credentials"',
  "process.env.API_KEY ?? process.env.OPENAI_API_KEY",
  "Authorization: Bearer <token>",
  "https://user:password@example.com/path",
  "API_KEY=your-api-key-here",
  "TOKEN=$1",
  "sha256:eaaa7b11777babe28e6133a8b19ff71cea687e0d7f05158dee95a71f76ce3d00",
  '"integrity": "sha512-abcDEF0123456789+/abcDEF0123456789=="',
  "commit 3f9a1c07b5e2d8463f9a1c07b5e2d8463f9a1c07",
  "-----BEGIN PRIVATE KEY-----",
  "call me at +4915112345678",
  "key-value-store-1.2.3",
])("leaves ordinary text alone: %s", (text) => {
  expect(redact(text)).toBe(text);
});

test("telephone numbers only when asked", () => {
  expect(redact("call me at +4915112345678", { pii: true })).not.toContain("15112345");
});

describe("by value", () => {
  test("a known value never survives, whatever surrounds it", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 6, maxLength: 40 }), fc.string(), fc.string(), (secret, before, after) => {
        const out = createRedactor({ known: [secret] })(`${before}${secret}${after}`);
        if (!mask(secret).includes(secret))
          expect(out.includes(secret) && !`${before}${after}`.includes("*")).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  test("nor does it inside an address or a JSON string", () => {
    const secret = 'p"w/ä 1+2';
    const redactor = createRedactor({ known: [secret] });
    expect(redactor(`?x=${encodeURIComponent(secret)}`)).not.toContain(encodeURIComponent(secret));
    expect(redactor(JSON.stringify({ x: secret }))).toBe('{"x":"***"}');
  });

  test("every one of many, the longest first", () => {
    const redactor = createRedactor({ known: ["abcdef-1", "abcdef-12345678"] });
    expect(redactor("abcdef-12345678 abcdef-1")).toBe("*** ***");
  });

  test("short values would eat ordinary text and are left alone", () => {
    expect(createRedactor({ known: ["", "a", "true"] })("a true story")).toBe("a true story");
  });
});

test("total on any text, and masking twice changes nothing more", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
      const once = redact(text);
      expect(redact(once)).toBe(once);
    }),
    { numRuns: 300 },
  );
});

test.each([
  "sk-",
  "ey-",
  "token=",
  "-----BEGIN PRIVATE KEY-----",
  "a://b:",
  "xoxb-",
  "?token=",
  "-u a:",
  "password: '",
  "gAAAA",
])("a long text made of %s takes no more than its length in time", (piece) => {
  expect(redact(piece.repeat(200_000)).length).toBeGreaterThan(0);
});

test.each([
  "Authorization: Basic czZCaGRSa3F0MzpnWDFmQmF0M2JW",
  '"access_token":"2YotnFZFEjr1zCsicMWpAA",',
  "'oauth_token=lsdkfol23w54jlksdef&x=1'",
  "'access_token': 'askfjh234as9sd8',",
  "http://www.example.com/path?access_token=h480djs93hd8",
  "perldoc -u Some::Modulename",
  "'ssh2_auth_password',\n    'ssh2_auth_pubkey_file',\n",
  "'curle_login_denied_password',\n    'curle_ftp_weird_227_format',\n",
])("what standards and manuals print stays as it is: %s", (text) => {
  expect(redact(text)).toBe(text);
});

test.each([
  // In two parts, so that this file passes its own test.
  ["Author", "ization: Basic czZCaGRSa3F0MzpnWDFmQmF0M2JX"],
  ['"access_to', 'ken":"2YotnFZFEjr1zCsicMWpAB",'],
  ["oauth_to", "ken=lqdkxol23w54jpkszef&x=1"],
  ["curl -", "u ann:s3cr3t-Words https://x.example"],
  ["login('pass", "word', 'Tr0ub4dor-and-3')"],
])("what differs from them by a letter is masked: %s%s", (start, rest) => {
  expect(redact(start + rest)).not.toBe(start + rest);
});

test("a key mask touches unmistakable known values and nothing else", () => {
  const key = letters(24);
  const keep = createKeyMask([key, "postgres", "correct-horse-battery"]);
  expect(keep(`a=${key} {"b":"${key}"} postgres correct-horse-battery sk-${letters(40)}`)).toBe(
    `a=*** {"b":"***"} postgres correct-horse-battery sk-${letters(40).replace(key, "***")}`,
  );
  expect(createKeyMask([])("as it is")).toBe("as it is");
});
