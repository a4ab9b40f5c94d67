// The streams of the program itself, with nobody at the other end.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const PROCESS_IO = JSON.stringify(pathToFileURL(`${import.meta.dirname}/process-io.ts`).href);

/** Says much on stderr once it is told to, and one thing on stdout a moment later. */
const SPEAKER = `
  import { processIo } from ${PROCESS_IO};
  const io = processIo({ env: {}, platform: process.platform, userHome: "/", cwd: "/" });
  process.stdin.once("data", () => {
    for (let index = 0; index < 3; index++) io.err("x".repeat(100_000));
    setTimeout(() => { io.out("still here"); process.stdin.destroy(); }, 100);
  });`;

test("a program whose complaints nobody can read goes on", async () => {
  const child = spawn(process.execPath, ["--input-type=module", "-e", SPEAKER], { stdio: "pipe" });
  const heard: string[] = [];
  child.stdout.setEncoding("utf8").on("data", (text: string) => heard.push(text));
  child.stderr.destroy();
  child.stdin.on("error", () => undefined).write("go\n");
  const [code] = await once(child, "close");
  expect({ code, heard: heard.join("") }).toEqual({ code: 0, heard: "still here" });
});
