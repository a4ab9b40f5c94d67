import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parseEnvText } from "./env-text.ts";
import { type Home, homeAt } from "./home.ts";
import { childEnvironment, knownSecretValues, loadSecrets, removeSecret, writeSecret } from "./secrets.ts";

let home: Home;
beforeEach(() => {
  home = homeAt(mkdtempSync(join(tmpdir(), "env-")), "default", process.platform);
});
afterEach(() => rmSync(home.root, { recursive: true, force: true }));

const parsed = (text: string) => Object.fromEntries(parseEnvText(text));

describe("reading .env", () => {
  test("takes the forms people write", () => {
    const text =
      '\uFEFF# note\r\nA=1\r\nexport B = two # why\nC="a # b \\"q\\""\nD=\'$x # y\'\nE=\nnonsense\nF=a#b\nA=3\nG=x\0y\n';
    expect(parsed(text)).toEqual({ A: "3", B: "two", C: 'a # b "q"', D: "$x # y", E: "", F: "a#b", G: "xy" });
  });

  test("parts two keys that were glued together, but not a key inside a longer one", () => {
    expect(parsed("GLM_API_KEY=abcOPENAI_API_KEY=def\n")).toEqual({ GLM_API_KEY: "abc", OPENAI_API_KEY: "def" });
    expect(parsed("GROQ_API_KEY=xGLM_API_KEY=y")).toEqual({ GROQ_API_KEY: "x", GLM_API_KEY: "y" });
    expect(parsed("GLM_API_KEY=abc")).toEqual({ GLM_API_KEY: "abc" });
    expect(parsed("URL=http://x/?a=b&c=d")).toEqual({ URL: "http://x/?a=b&c=d" });
  });

  test("never lets a file change how programs start", () => {
    expect(parsed("LD_PRELOAD=x\nNODE_OPTIONS=y\npath=z\nHERMES_HOME=/x\nOK=1")).toEqual({ OK: "1" });
  });

  test("drops what pasting adds to keys", () => {
    expect(parsed("X_API_KEY=\u200Bsk-abc\u2011d\nNAME=Ünal")).toEqual({ X_API_KEY: "sk-abcd", NAME: "Ünal" });
  });

  test("no file is no secrets; an unreadable one is said", () => {
    expect(loadSecrets(home).size).toBe(0);
    expect(() => loadSecrets({ env: home.root })).toThrow("cannot be read");
  });
});

describe("writing .env", () => {
  test("whatever is written reads back", () => {
    const value = fc.string({ unit: fc.constantFrom(..."aZ09 #\"'\\$=:/%`{}!~é") }).map((text) => text.trim());
    fc.assert(
      fc.property(value, value, (one, two) => {
        rmSync(home.env, { force: true });
        writeSecret(home, "ONE", one);
        writeSecret(home, "TWO", two);
        expect(loadSecrets(home)).toEqual(
          new Map([
            ["ONE", one],
            ["TWO", two],
          ]),
        );
      }),
      { numRuns: 60 },
    );
  });

  test("other lines, comments and the mode stay; a new file is private", () => {
    writeSecret(home, "A", "1");
    expect(statSync(home.env).mode & 0o777).toBe(0o600);
    writeFileSync(home.env, "# top\r\nA=1\r\n\r\nB=2 # x\r\nA=3\r\n");
    chmodSync(home.env, 0o640);
    writeSecret(home, "A", "9");
    expect(readFileSync(home.env, "utf8")).toBe("# top\r\nA=9\r\n\r\nB=2 # x\r\n");
    expect(statSync(home.env).mode & 0o777).toBe(0o640);
    expect(removeSecret(home, "A")).toBe(true);
    expect(readFileSync(home.env, "utf8")).toBe("# top\r\n\r\nB=2 # x\r\n");
    expect(removeSecret(home, "A")).toBe(false);
  });

  test("refuses names, programs' switches and several lines", () => {
    expect(() => writeSecret(home, "A-B", "x")).toThrow("not a variable name");
    expect(() => writeSecret(home, "LD_PRELOAD", "x")).toThrow("may not be set");
    expect(() => writeSecret(home, "A", "x\ny")).toThrow("one line");
  });

  test("says when it had to clean a key", () => {
    expect(writeSecret(home, "X_API_KEY", "sk-a\u200Bb")).toEqual({ dropped: true });
    expect(loadSecrets(home).get("X_API_KEY")).toBe("sk-ab");
  });
});

describe("children", () => {
  const env = {
    PATH: "/bin",
    HOME: "/home/ada",
    PWD: "/here",
    LANG: "C.UTF-8",
    SSH_AUTH_SOCK: "/run/agent",
    TOKENIZERS_PARALLELISM: "false",
    KEYBOARD: "qwerty",
    https_proxy: "http://u:p@proxy:3128",
    OPENAI_API_KEY: "a",
    MY_APIKEY: "b",
    GH_TOKEN: "c",
    AWS_SECRET_ACCESS_KEY: "d",
    AWS_ACCESS_KEY_ID: "e",
    PGPASSWORD: "f",
    MYSQL_PWD: "g",
    GOOGLE_APPLICATION_CREDENTIALS: "h",
    DATABASE_URL: "postgres://u:p@db/x",
    INNOCENT: "ghp_0123456789abcdef0123",
    COPY: "value-of-a-known-secret",
    GONE: undefined,
  };

  test("see the ordinary environment and no secret", () => {
    const child = childEnvironment(env, [], new Map([["X_TOKEN", "value-of-a-known-secret"]]));
    expect(Object.keys(child).sort()).toEqual([
      "HOME",
      "KEYBOARD",
      "LANG",
      "PATH",
      "PWD",
      "SSH_AUTH_SOCK",
      "TOKENIZERS_PARALLELISM",
      "https_proxy",
    ]);
  });

  test("may be given a secret by name, but never a provider's key", () => {
    const child = childEnvironment(
      env,
      ["GH_TOKEN", "OPENAI_API_KEY", "DEPLOY_TOKEN"],
      new Map([["DEPLOY_TOKEN", "t"]]),
    );
    expect(child).toMatchObject({ GH_TOKEN: "c", DEPLOY_TOKEN: "t" });
    expect(child).not.toHaveProperty("OPENAI_API_KEY");
  });
});

test("values to mask are secrets only, long enough, longest first", () => {
  const secrets = new Map([
    ["A_API_KEY", "0123456789"],
    ["SHORT_TOKEN", "abc"],
    ["TELEGRAM_ALLOWED_USERS", "123456789"],
    ["PLAIN", "sk-0123456789abcdef"],
  ]);
  expect(
    knownSecretValues(secrets, { GH_TOKEN: "ghp_xxxxxxxxxxxxxxxxxxxxxxx", HOME: "/home/ada" }, ["from-the-config"]),
  ).toEqual(["ghp_xxxxxxxxxxxxxxxxxxxxxxx", "sk-0123456789abcdef", "from-the-config", "0123456789"]);
});

test("passwords under any of their usual names stay here; the working directory goes along", () => {
  const names = ["MY_PASS", "PASS", "DB_PWD", "X_PASSWD", "GPG_PASSPHRASE", "my_pass", "SSHPASS", "SMTP_PASS_1"];
  const env = Object.fromEntries(names.map((name) => [name, "x"]));
  const kept = { PWD: "/here", OLDPWD: "/", SSH_ASKPASS: "/usr/bin/ask", COMPASS: "n", PASSAGE: "p" };
  expect(childEnvironment({ ...env, ...kept })).toEqual(kept);
});
