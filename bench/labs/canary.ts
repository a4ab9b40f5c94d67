// Canary secrets through every way out (terminal, logs, store, exports, errors, children): 0 leaks; and 0 changes to real source code by masking.

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { createRedactor } from "../../src/kernel/redact/redact.ts";
import { CANARIES, runCanaries } from "../../test/security/canary-run.ts";
import { atMost, numberFlag, printFigures } from "../parts/numbers.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const SAMPLES = resolve(ROOT, "../shared/corpora/secrets/samples.jsonl");
const COMMANDS: readonly (readonly string[])[] = [
  ["status"],
  ["doctor"],
  ["config"],
  ["config", "show"],
  ["config", "get", "model"],
  ["auth", "list"],
  ["model"],
  ["tools"],
  ["logs"],
  ["logs", "errors"],
  ["debug"],
  ["debug", "--json"],
  ["context"],
  ["insights"],
  ["sessions", "list"],
  ["sessions", "export", "-"],
  ["checkpoints", "list", "--json"],
  ["checkpoints", "status", "--json"],
  ["memory", "list"],
  ["plugins", "list"],
  ["profile", "list"],
  ["approvals", "explain", "cat ~/.env"],
];

export async function run(args: string[]): Promise<void> {
  const { leaks, sinks } = await runCanaries(COMMANDS);
  for (const { canary, sink, around } of leaks) console.log(`LEAK ${canary} in ${sink}: …${JSON.stringify(around)}`);
  const empty = [...sinks].filter(([, size]) => size === 0).map(([name]) => name);
  const code = masking(sourceFiles(numberFlag(args, "files", 3000)));
  for (const path of code.changed.slice(0, 20)) console.log(`CHANGED ${path}`);
  printFigures("Secrets", [
    { name: "canaries", value: String(CANARIES.length) },
    { name: "ways out searched", value: `${sinks.size} (${empty.length} empty: ${empty.slice(0, 6).join(", ")})` },
    { name: "leaks", value: String(leaks.length), target: atMost(leaks.length, 0, "") },
    {
      name: "source files",
      value: `${code.files}, ${(code.bytes / 1e6).toFixed(1)} MB at ${code.mbPerSecond.toFixed(0)} MB/s`,
    },
    { name: "  changed by masking", value: String(code.changed.length), target: atMost(code.changed.length, 0, "") },
    ...samples(),
  ]);
}

function masking(paths: readonly string[]) {
  const redact = createRedactor();
  const changed: string[] = [];
  let bytes = 0;
  let spent = 0;
  for (const path of paths) {
    const text = readFileSync(path, "utf8");
    const started = performance.now();
    const masked = redact(text);
    spent += performance.now() - started;
    bytes += text.length;
    if (masked !== text) changed.push(path);
  }
  return { files: paths.length, bytes, changed, mbPerSecond: bytes / 1e3 / Math.max(1, spent) };
}

/** Code of many hands and languages that lies on this machine anyway. */
function sourceFiles(count: number): readonly string[] {
  const places = ["node_modules", "/usr/lib/python3", "/usr/lib/node_modules", "/usr/share/perl", "/usr/include"];
  const found: string[] = [];
  const walk = (dir: string, share: number): void => {
    for (const name of readdirSync(dir).sort()) {
      if (found.length >= share) return;
      const path = join(dir, name);
      const info = statSync(path, { throwIfNoEntry: false });
      if (info?.isDirectory()) walk(path, share);
      else if (info?.isFile() && info.size < 400_000 && /\.(m?[jt]s|cjs|tsx|py|pl|pm|h|c|rs|go)$/.test(name))
        found.push(path);
    }
  };
  const here = places.map((place) => resolve(ROOT, place)).filter((place) => existsSync(place));
  for (const [index, place] of here.entries()) walk(place, Math.ceil((count * (index + 1)) / here.length));
  return found;
}

/** The strings that a well-known secret scanner tests itself with. */
function samples() {
  if (!existsSync(SAMPLES)) return [{ name: "samples", value: `not measured: ${SAMPLES} is not here` }];
  const rows = readFileSync(SAMPLES, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as { text: string; isSecret: boolean });
  const redact = createRedactor();
  const isMasked = ({ text }: { readonly text: string }) => {
    const whole = text.replaceAll("~SPLIT~", "");
    return redact(whole) !== whole;
  };
  const secret = rows.filter((row) => row.isSecret);
  const plain = rows.filter((row) => !row.isSecret);
  return [
    { name: "secret samples masked", value: `${secret.filter(isMasked).length} of ${secret.length}` },
    { name: "innocent samples masked", value: `${plain.filter(isMasked).length} of ${plain.length}` },
  ];
}
