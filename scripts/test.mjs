// One command for everything: format and lint, types, dead code, the lock, then all tests (the architecture checks are
// among them). Each check counts as one test. The last line is always `N passed, N failed[, N skipped]`.
// With arguments (`npm test -- src/kernel`) only the tests of those paths run.

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const bin = join(root, "node_modules/.bin");
const node = existsSync(join(bin, "node")) ? join(bin, "node") : process.execPath;
const reportPath = join(root, ".build/tests.json");
const env = {
  ...process.env,
  PATH: `${bin}${delimiter}${process.env.PATH ?? ""}`,
  HERMES_TEST_REPORT: reportPath,
  NO_COLOR: "1",
  FORCE_COLOR: undefined,
};
/** For a run that hangs: a slow machine may well take three times as long as a quick one. */
const LIMIT_MIN = 30;

const CHECKS = [
  { name: "format and lint", command: [join(bin, "biome"), "check", "."] },
  { name: "types", command: [join(bin, "tsc"), "-b"] },
  { name: "dead code", command: [join(bin, "knip"), "--no-progress"] },
  { name: "lock file", command: [node, "scripts/complete-lock.mjs", "--check"] },
];

/** Runs a program to its end; resolves to its exit code, how it ended and, unless it prints directly, its output. */
function run([command, ...args], { direct = false } = {}) {
  return new Promise((done) => {
    const out = direct ? "inherit" : "pipe";
    const child = spawn(command, args, { cwd: root, env, stdio: ["ignore", out, out] });
    const chunks = [];
    child.stdout?.on("data", (chunk) => chunks.push(chunk));
    child.stderr?.on("data", (chunk) => chunks.push(chunk));
    let late = "";
    const timer = setTimeout(() => {
      late = `, stopped after ${LIMIT_MIN} minutes`;
      child.kill("SIGKILL");
    }, LIMIT_MIN * 60_000);
    const end = (code, how) => {
      clearTimeout(timer);
      done({ code, how: how + late, output: Buffer.concat(chunks).toString() });
    };
    child.once("error", (error) => end(127, error.message));
    child.once("close", (code, signal) => end(signal ? 128 : (code ?? 1), signal ?? `code ${code}`));
  });
}

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

async function check({ name, command }) {
  const start = performance.now();
  const { code, how, output } = await run(command);
  console.log(`${code === 0 ? " ok " : "FAIL"} ${name} ${seconds(start)}${code === 0 ? "" : ` (${how})`}`);
  if (code !== 0) console.log(output.trimEnd().replace(/^/gm, "    "));
  return code === 0;
}

async function tests(paths) {
  rmSync(reportPath, { force: true });
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const reporter = `--reporter=${join(root, "scripts/test-report.mjs")}`;
  const { code, how } = await run([node, vitest, "run", "--passWithNoTests", reporter, ...paths], { direct: true });
  if (!existsSync(reportPath)) {
    console.log(`FAIL the test run ended with ${how} before it could report`);
    return { passed: 0, failed: 1, skipped: [] };
  }
  const report = JSON.parse(readFileSync(reportPath, "utf8"));
  return { ...report, failed: code !== 0 && report.failed === 0 ? 1 : report.failed };
}

function printLeftOut(skipped, paths) {
  const why = new Map();
  for (const { test, why: reason } of skipped) {
    const key = reason || "no reason given; the name of the test may say it";
    why.set(key, [...(why.get(key) ?? []), test]);
  }
  console.log("\nLeft out:");
  console.log("  long labs and benches: they run by name, npm run lab / npm run bench");
  if (paths.length > 0) console.log(`  lint, types, dead code, lock file and all tests outside ${paths.join(" ")}`);
  for (const [reason, names] of why) {
    console.log(`  ${reason}:`);
    for (const name of names) console.log(`    ${name}`);
  }
}

const start = performance.now();
const paths = process.argv.slice(2);
mkdirSync(join(root, ".build"), { recursive: true });
const verdicts = [];
for (const item of paths.length > 0 ? [] : CHECKS) verdicts.push(await check(item));
const report = await tests(paths);

const passed = report.passed + verdicts.filter((ok) => ok).length;
const failed = report.failed + verdicts.filter((ok) => !ok).length;
const skipped = report.skipped.length;
printLeftOut(report.skipped, paths);
console.log(`\nTook ${seconds(start)}.`);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed > 0 ? 1 : 0;
