// `npm ci` refuses a lock that lacks optional packages of other platforms, and npm leaves out what a registry did
// not offer when the lock was made. This adds the missing entries as stubs, so the same lock works everywhere.
// Run after every change of package-lock.json: node scripts/complete-lock.mjs [--check]

import { readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const OSES = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"];
const ALIASES = { windows: "win32", macos: "darwin" };
const CPUS = ["arm", "arm64", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "wasm32", "x64"];
const CPU_ALIASES = { ppc64le: "ppc64", x86: "ia32", armv6: "arm", armv7: "arm", amd64: "x64" };
const ONLY_ON = { fsevents: { os: ["darwin"] } };

/** The platform an optional package is for, read from its name; undefined when the name does not say. */
function platformOf(name) {
  if (ONLY_ON[name]) return ONLY_ON[name];
  const words = name.split(/[/\-.]/);
  const os = words.map((word) => ALIASES[word] ?? word).find((word) => OSES.includes(word));
  const cpu = words.map((word) => CPU_ALIASES[word] ?? word).find((word) => CPUS.includes(word));
  if (!os && !cpu) return undefined;
  const libc = os === "linux" && words.find((word) => /^(musl|gnu|glibc)/.test(word));
  return {
    ...(os && { os: [os] }),
    ...(cpu && { cpu: [cpu] }),
    ...(libc && { libc: [libc.startsWith("musl") ? "musl" : "glibc"] }),
  };
}

/** Where npm would look for `name` when the package at `from` asks for it, innermost first. */
function* placesOf(from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf("node_modules/") - 1))) {
    yield at === "" ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (at === "") return;
  }
}

/** Returns the packages with stubs added, and what was added. Existing entries stay as they are. */
export function complete(packages) {
  const all = { ...packages };
  const added = [];
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      if ([...placesOf(path, name)].some((place) => place in all)) continue;
      const version = /\d+\.\d+\.\d+[\w.+-]*/.exec(range)?.[0];
      const platform = platformOf(name);
      if (!version || !platform) throw new Error(`cannot tell the platform or version of ${name}@${range}`);
      all[`node_modules/${name}`] = { version, ...platform, ...(entry.dev && { dev: true }), optional: true };
      added.push(`${name}@${version}`);
    }
  }
  const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => a.localeCompare(b, "en")));
  return { packages: sorted, added };
}

if (resolve(process.argv[1] ?? "") === fileURLToPath(import.meta.url)) {
  const path = resolve(dirname(fileURLToPath(import.meta.url)), "../package-lock.json");
  const lock = JSON.parse(readFileSync(path, "utf8"));
  const { packages, added } = complete(lock.packages);
  const check = process.argv.includes("--check");
  if (added.length > 0 && !check) writeFileSync(path, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`);
  console.error(added.length === 0 ? "The lock is complete." : `${check ? "Missing" : "Added"}: ${added.join(", ")}`);
  process.exitCode = check && added.length > 0 ? 1 : 0;
}
