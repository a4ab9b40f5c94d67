// Runs before `npm start`, `npm test`, `npm run bench` and `npm run lab`: installs when the lock changed, builds when the
// sources changed, and otherwise only looks at file times. No dependencies, Node 20 or newer; stdout stays empty.

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const stampPath = join(root, ".build/setup.json");
const lockPath = join(root, ".build/setup.lock");
const BEAT_MS = 1000;
const STALE_MS = 15_000;

class SetupFailure extends Error {}

const readJson = (path) => {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT" || error instanceof SyntaxError) return undefined;
    throw error;
  }
};
const say = (line) => process.stderr.write(`hermes setup: ${line}\n`);
const digest = (parts) => createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 32);

/** Changes when what npm should have installed changes, and only then. */
function wantedInstall() {
  const { dependencies, devDependencies, optionalDependencies, overrides } = readJson(join(root, "package.json")) ?? {};
  const lock = join(root, "package-lock.json");
  return digest([
    `${process.platform} ${process.arch}`,
    JSON.stringify({ dependencies, devDependencies, optionalDependencies, overrides }),
    existsSync(lock) ? readFileSync(lock, "utf8") : "",
  ]);
}

/** Changes when a file that goes into the bundle was written, added or removed. Tests do not go into it. */
function wantedBuild(install) {
  const lines = [install];
  const note = (path) => {
    const { mtimeMs, ctimeMs, size } = statSync(path);
    lines.push(`${path} ${mtimeMs} ${ctimeMs} ${size}`);
  };
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (!/\.test\.ts$|tsconfig\.json$/.test(entry.name)) note(path);
    }
  };
  walk(join(root, "src"));
  walk(join(root, "scripts/build"));
  note(join(root, "scripts/build.mjs"));
  note(join(root, "bin/hermes"));
  lines.push(readJson(join(root, "package.json"))?.version ?? "");
  return digest(lines.sort());
}

/** True when someone else (npm itself) already installed exactly what the lock names. */
function alreadyInstalled() {
  const lock = readJson(join(root, "package-lock.json"))?.packages;
  const hidden = readJson(join(root, "node_modules/.package-lock.json"))?.packages;
  const manifest = readJson(join(root, "package.json"));
  if (!lock || !hidden || !manifest) return false;
  const sorted = (record) => JSON.stringify(Object.entries(record ?? {}).sort());
  const same = (a, b) => sorted(a) === sorted(b);
  const paths = Object.keys(lock).filter((path) => path !== "");
  return (
    ["dependencies", "devDependencies", "optionalDependencies"].every((field) =>
      same(manifest[field], lock[""]?.[field]),
    ) &&
    paths.every((path) =>
      hidden[path] ? hidden[path].version === lock[path].version : lock[path].optional === true,
    ) &&
    Object.keys(hidden).every((path) => path in lock && existsSync(join(root, path)))
  );
}

const readStamp = () => readJson(stampPath) ?? {};
function writeStamp(change) {
  const draft = `${stampPath}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify({ ...readStamp(), ...change })}\n`);
  renameSync(draft, stampPath);
}

const isInstalled = (wanted) =>
  readStamp().install === wanted && existsSync(join(root, "node_modules/.package-lock.json"));
const isBuilt = (wanted) => readStamp().build === wanted && existsSync(join(root, "dist/hermes.mjs"));

/** Runs a program with its stdout on our stderr; resolves to its exit code. */
function run(command, args, env = process.env) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ["ignore", 2, 2] });
    child.once("error", (error) => {
      say(`${command}: ${error.message}`);
      done(127);
    });
    child.once("exit", (code, signal) => done(signal ? 128 : (code ?? 1)));
  });
}

/** npm on the Node that npm came with: `npm ci` removes the Node inside node_modules while it runs. */
function npm(args) {
  const ours = join(root, "node_modules/.bin");
  const path = (process.env.PATH ?? "").split(delimiter).filter((entry) => resolve(entry) !== ours);
  const env = { ...process.env, PATH: path.join(delimiter) };
  const flags = ["--loglevel=error", "--no-audit", "--no-fund", "--include=dev", "--include=optional"];
  const { npm_execpath: cli, npm_node_execpath: node } = process.env;
  const usable =
    cli && node && /npm-cli\.js$/.test(cli) && existsSync(cli) && existsSync(node) && !node.startsWith(ours);
  return usable ? run(node, [cli, ...args, ...flags], env) : run("npm", [...args, ...flags], env);
}

async function install(wanted) {
  if (isInstalled(wanted)) return;
  if (alreadyInstalled()) return writeStamp({ install: wanted });
  say("installing packages (about a minute the first time)…");
  const locked = existsSync(join(root, "package-lock.json"));
  let code = locked ? await npm(["ci"]) : 1;
  if (code !== 0) {
    if (locked) say(`npm ci ended with ${code}; trying npm install…`);
    code = await npm(["install", "--no-save"]);
  }
  if (code !== 0) {
    throw new SetupFailure(
      `npm could not install the packages (exit ${code}). The reason is above; check the network, then run the command again.`,
    );
  }
  writeStamp({ install: wanted });
}

async function build(wanted) {
  if (isBuilt(wanted)) return;
  say("building…");
  const vendored = join(root, "node_modules/.bin/node");
  const code = await run(existsSync(vendored) ? vendored : process.execPath, [join(root, "scripts/build.mjs")]);
  if (code !== 0) throw new SetupFailure("the build failed. The reason is above.");
  writeStamp({ build: wanted });
}

/** What the lock says when whoever wrote it is gone; undefined while it is held or already released. */
function abandonedLock() {
  try {
    const text = readFileSync(lockPath, "utf8");
    if (Date.now() - statSync(lockPath).mtimeMs > STALE_MS) return text;
    const pid = Number(text);
    return pid > 0 && !alive(pid) ? text : undefined;
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

function alive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code !== "ESRCH";
  }
}

/** Removes the abandoned lock; puts it back when someone else had replaced it in the meantime. */
function bury(text) {
  const grave = `${lockPath}.${process.pid}`;
  try {
    renameSync(lockPath, grave);
    if (readFileSync(grave, "utf8") !== text) linkSync(grave, lockPath);
  } catch (error) {
    if (error.code !== "ENOENT" && error.code !== "EEXIST") throw error;
  }
  rmSync(grave, { force: true });
}

/** Does `work` while no other set-up of this checkout runs; a lock whose owner died is taken over. */
async function alone(work) {
  for (let waited = false; ; waited = true) {
    try {
      writeFileSync(lockPath, String(process.pid), { flag: "wx" });
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    const abandoned = abandonedLock();
    if (abandoned !== undefined) bury(abandoned);
    else if (!waited) say("waiting for another set-up of this checkout…");
    await new Promise((done) => setTimeout(done, 50 + Math.random() * 100));
  }
  const beat = setInterval(() => {
    const now = new Date();
    if (existsSync(lockPath)) utimesSync(lockPath, now, now);
  }, BEAT_MS);
  const release = () => rmSync(lockPath, { force: true });
  const onSignal = () => {
    release();
    process.exit(130);
  };
  process.once("SIGINT", onSignal).once("SIGTERM", onSignal);
  try {
    await work();
  } finally {
    clearInterval(beat);
    release();
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
  }
}

try {
  const wanted = wantedInstall();
  if (!(isInstalled(wanted) && isBuilt(wantedBuild(wanted)))) {
    mkdirSync(join(root, ".build"), { recursive: true });
    await alone(async () => {
      await install(wanted);
      await build(wantedBuild(wanted));
    });
  }
} catch (error) {
  say(error instanceof SetupFailure || error.code ? error.message : error.stack);
  process.exitCode = 1;
}
