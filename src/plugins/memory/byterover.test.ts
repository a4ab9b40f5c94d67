// ByteRover against a stand-in for its program: the documented invocations, lines kept in the folder it runs in.

import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import type { ToolContext } from "../../contracts/tool.ts";
import { OWNER } from "../../kernel/principal.ts";
import { type TempDir, tempDir } from "../../testing/fakes.ts";
import { openMemoryPlugin } from "../../testing/open-plugin.ts";
import { memoryProviderSuite } from "../../testing/suites/memory-provider-suite.ts";
import { byterover } from "./byterover.ts";

const RECORDING = readFileSync(new URL("./fixtures/byterover.json", import.meta.url), "utf8");

/** Knows the recorded invocations and nothing else: whatever differs is noted and refused. */
const PROGRAM = `#!/usr/bin/env node
const fs = require("node:fs");
const { invocations } = ${RECORDING};
const given = process.argv.slice(2);
const fault = fs.existsSync(__dirname + "/fault") ? fs.readFileSync(__dirname + "/fault", "utf8") : "none";
const known = fs.existsSync("tree.json") ? JSON.parse(fs.readFileSync("tree.json", "utf8")) : [];
const invocation = invocations.find(({ args }) => args.length === given.length && args.every((arg, i) => arg === "{text}" ? given[i].trim() !== "" : arg === given[i]));
const text = given.at(-1);
const forgotten = "Forget this, it no longer holds: ";
const keep = (entries) => fs.writeFileSync("tree.json", JSON.stringify(entries));
if (fault === "hang") setInterval(() => undefined, 1000);
else if (fault !== "none") process.exit(3);
else if (invocation === undefined) {
  fs.appendFileSync(__dirname + "/complaints", JSON.stringify(given) + "\\n");
  process.exit(2);
} else {
  if (invocation.name === "curate") keep(text.startsWith(forgotten) ? known.filter((one) => one !== text.slice(forgotten.length)) : [...known, text]);
  console.log(invocation.stdout.replace("{answer}", () => known.join("\\n")));
}
`;

async function install(): Promise<{ dir: TempDir; open(): ReturnType<typeof openMemoryPlugin> }> {
  const dir = await tempDir();
  const command = dir.join("brv");
  writeFileSync(command, PROGRAM);
  chmodSync(command, 0o755);
  return {
    dir,
    open: () =>
      openMemoryPlugin(byterover, {
        dataDir: dir.join("data"),
        config: { command },
        env: { PATH: dirname(process.execPath) },
      }),
  };
}

memoryProviderSuite(
  "byterover",
  async () => {
    const { dir, open } = await install();
    return {
      provider: await open(),
      again: open,
      settle: async () => undefined,
      fault: (kind) => writeFileSync(dir.join("fault"), kind),
      async dispose() {
        expect(existsSync(dir.join("complaints"))).toBe(false);
        await dir.remove();
      },
    };
  },
  { shows: "recall", faults: true },
);

test("a program that is not installed is a failure that says what to do", async () => {
  const provider = await openMemoryPlugin(byterover, {
    dataDir: (await tempDir()).path,
    config: { command: "/nowhere/brv" },
  });
  await expect(
    provider.recall?.(
      "a question of some length",
      { id: "s", principal: OWNER, cwd: "/" },
      new AbortController().signal,
    ),
  ).rejects.toThrow("npm install -g byterover-cli");
});

test("every tool is a documented invocation", async () => {
  const { dir, open } = await install();
  const provider = await open();
  const context = { principal: OWNER, signal: new AbortController().signal } as unknown as ToolContext;
  const run = async (name: string, input: unknown) =>
    JSON.stringify(await provider.tools?.find((tool) => tool.name === name)?.run(input, context));
  expect(await run("brv_status", {})).toContain("CLI Version");
  expect(await run("brv_curate", { content: "--help is documented" })).toContain("curated");
  expect(await run("brv_query", { query: "what is documented?" })).toContain("--help is documented");
  expect(existsSync(dir.join("complaints"))).toBe(false);
  await dir.remove();
});
