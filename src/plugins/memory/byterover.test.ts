// ByteRover against a stand-in for its program: a script that keeps lines in the folder it runs in.

import { chmodSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { OWNER } from "../../kernel/principal.ts";
import { type TempDir, tempDir } from "../../testing/fakes.ts";
import { openMemoryPlugin } from "../../testing/open-plugin.ts";
import { memoryProviderSuite } from "../../testing/suites/memory-provider-suite.ts";
import { byterover } from "./byterover.ts";

const PROGRAM = `#!/usr/bin/env node
const fs = require("node:fs");
const [verb, dashes, text = ""] = process.argv.slice(2);
const known = fs.existsSync("tree.json") ? JSON.parse(fs.readFileSync("tree.json", "utf8")) : [];
const fault = fs.existsSync(__dirname + "/fault") ? fs.readFileSync(__dirname + "/fault", "utf8") : "none";
const forgotten = "Forget this, it no longer holds: ";
if (fault === "hang") setInterval(() => undefined, 1000);
else if (fault !== "none") process.exit(3);
else if (verb === "status") console.log("ready");
else if (dashes !== "--") process.exit(2);
else if (verb === "query") console.log(known.join("\\n"));
else if (text.startsWith(forgotten)) fs.writeFileSync("tree.json", JSON.stringify(known.filter((one) => one !== text.slice(forgotten.length))));
else fs.writeFileSync("tree.json", JSON.stringify([...known, text]));
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
      dispose: dir.remove,
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
