// Refused access, seen by a user who is refused: root would be let in everywhere.

import { execFile } from "node:child_process";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { tempDir } from "../../testing/fakes.ts";

const NOBODY = 65_534;

/** Runs the expression with `env` in a process of another user; gives the failure's kind, or "ok". */
async function asNobody(dir: string, expression: string): Promise<string> {
  const script = `
    process.setgid(${NOBODY}); process.setuid(${NOBODY});
    const env = createLocalEnvironment({ cwd: ${JSON.stringify(dir)}, home: "/", env: { PATH: "/usr/bin:/bin" }, newId: (p) => p + "_1", now: Date.now });
    const signal = new AbortController().signal;
    try { await (${expression}); console.log("ok"); } catch (error) { console.log(error.kind ?? String(error)); }
  `;
  // Loaded before the rights are dropped: the sources may not be readable by everyone.
  const load = `const { createLocalEnvironment } = await import(${JSON.stringify(join(import.meta.dirname, "local.ts"))});`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", load + script]);
  return stdout.trim();
}

test.skipIf(process.getuid?.() !== 0)("reading, writing and running where one may not are typed failures", async () => {
  await using dir = await tempDir();
  await chmod(dir.path, 0o755);
  await writeFile(dir.join("secret"), "s", { mode: 0o600 });
  await mkdir(dir.join("closed"), { mode: 0o700 });
  expect(await asNobody(dir.path, `env.read("secret")`)).toBe("denied");
  expect(await asNobody(dir.path, `env.write("new", Buffer.from(""))`)).toBe("denied");
  expect(await asNobody(dir.path, `env.list("closed")`)).toBe("denied");
  expect(await asNobody(dir.path, `env.remove("secret")`)).toBe("denied");
  expect(await asNobody(dir.path, `env.exec("true", { timeoutMs: 1000, signal, cwd: "closed" })`)).toBe("denied");
  expect(await asNobody(dir.path, `env.exec("true", { timeoutMs: 1000, signal })`)).toBe("ok");
});
