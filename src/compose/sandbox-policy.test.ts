import { mkdir, readFile, writeFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { homeAt } from "../config/home.ts";
import { bubblewrapSandbox, probeBubblewrap } from "../environments/local/bubblewrap.ts";
import { createLocalEnvironment } from "../environments/local/local.ts";
import { fakeIds, type TempDir, tempDir } from "../testing/fakes.ts";
import { sandboxPolicy } from "./sandbox-policy.ts";

const env = { PATH: process.env.PATH ?? "/usr/bin:/bin" };
const probe = await probeBubblewrap(env.PATH, env);

async function confined(user: TempDir, cwd: string) {
  if (probe.type === "missing") throw new Error(probe.why);
  const home = homeAt(user.join(".hermes"), "default", "linux");
  await mkdir(user.join(".hermes/profiles/second"), { recursive: true });
  await mkdir(home.workspace);
  await mkdir(home.cache);
  for (const name of ["config.yaml", "state.db", "notes.txt", "profiles/second/auth.json"])
    await writeFile(home.path(name), "secret of the agent");
  const policy = await sandboxPolicy({ home, userHome: user.path, network: true }, cwd);
  const sandbox = bubblewrapSandbox(probe.program, policy);
  return createLocalEnvironment({ cwd, home: user.path, env, now: Date.now, newId: fakeIds().id, sandbox });
}

describe.skipIf(probe.type === "missing")("a workspace as wide as the user's home", () => {
  test("does not open the agent's own home to what a command runs", async () => {
    const user = await tempDir();
    const made = await confined(user, user.path);
    const { output } = await made.exec(
      [
        "echo mine > work.txt",
        "cat .hermes/config.yaml .hermes/state.db .hermes/profiles/second/auth.json",
        "echo approvals > .hermes/config.yaml; echo x > .hermes/notes.txt",
        "mkdir -p .hermes/hooks/evil .hermes/profiles/new; echo x > .hermes/.env",
        "echo fine > .hermes/workspace/a.txt",
      ].join("\n"),
      { timeoutMs: 10_000, signal: new AbortController().signal },
    );
    expect(output).not.toContain("secret of the agent");
    const searched = await made.exec("grep -rl secret . ; echo code $?", {
      timeoutMs: 10_000,
      signal: new AbortController().signal,
    });
    expect(searched.output).toBe("./.hermes/notes.txt\ncode 0\n");
    expect(await readFile(user.join("work.txt"), "utf8")).toBe("mine\n");
    for (const name of ["config.yaml", "notes.txt"])
      expect(await readFile(user.join(".hermes", name), "utf8")).toBe("secret of the agent");
    for (const name of ["hooks", "profiles/new", ".env"])
      expect(await made.stat(user.join(".hermes", name))).toBeUndefined();
    expect(await readFile(user.join(".hermes/workspace/a.txt"), "utf8")).toBe("fine\n");
    await made.dispose();
    await user.remove();
  });

  test("a workspace inside the agent's home is writable", async () => {
    const user = await tempDir();
    const made = await confined(user, user.join(".hermes/workspace"));
    await made.exec("echo x > a.txt; echo x > ../notes.txt", {
      timeoutMs: 10_000,
      signal: new AbortController().signal,
    });
    expect(await readFile(user.join(".hermes/workspace/a.txt"), "utf8")).toBe("x\n");
    expect(await readFile(user.join(".hermes/notes.txt"), "utf8")).toBe("secret of the agent");
    await made.dispose();
    await user.remove();
  });
});
