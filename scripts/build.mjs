// Bundles the program: one small file per public entry, everything else in chunks that load when first needed.
// Old chunks stay for a day, so a program that is running while we build can still load its own.

import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { withLightWidths } from "./light-widths.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const dist = join(root, "dist");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

const ENTRIES = {
  hermes: "src/main.ts",
  index: "src/entries/index.ts",
  plugin: "src/entries/plugin.ts",
  testing: "src/entries/testing.ts",
};
// Native code and whole program trees stay in node_modules; the others are optional parts nobody installs.
const EXTERNAL = ["@lydell/node-pty", "@vscode/ripgrep", "playwright-core", "pg-native", "canvas"];
const KEEP_OLD_CHUNKS_MS = 24 * 3600 * 1000;

// CommonJS packages inside an ES module bundle still call require() for Node's own modules.
const REQUIRE =
  'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);';

/** See scripts/plain-headers.mjs. */
const plainHeaders = {
  name: "plain-headers",
  setup({ onLoad }) {
    const importLine = `import { PlainHeaders as Headers } from ${JSON.stringify(join(root, "scripts/plain-headers.mjs"))};\n`;
    onLoad({ filter: /@ai-sdk\/provider-utils\/dist\/.*\.m?js$/ }, ({ path }) => ({
      contents: importLine + readFileSync(path, "utf8"),
      loader: "js",
    }));
  },
};

/** See scripts/light-widths.mjs. */
const lightWidths = {
  name: "light-widths",
  setup({ onLoad }) {
    const stand = JSON.stringify(join(root, "scripts/light-widths.mjs"));
    const importLine = `import { graphemeSegmenter, rgiEmojiRegex, wordSegmenter } from ${stand};\n`;
    onLoad({ filter: /pi-tui\/dist\/utils\.js$/ }, ({ path }) => ({
      contents: withLightWidths(readFileSync(path, "utf8"), importLine),
      loader: "js",
    }));
  },
};

/** zod brings its messages in fifty languages; ours are English, and the rest is more than half of its size. */
const englishOnly = {
  name: "english-only",
  setup({ onLoad }) {
    onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
      loader: "js",
    }));
  },
};

/**
 * An ESM import of a builtin loads it and touches every one of its exports, and some of those load a second HTTP stack or
 * all streams. Behind getters a builtin is loaded when one of its functions is first used: 60 ms less for a one-shot.
 */
const lazyBuiltins = {
  name: "lazy-builtins",
  setup(build) {
    build.onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      kind === "import-statement" ? { path, namespace: "builtin" } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: "builtin" }, ({ path }) => {
      const load = `process.getBuiltinModule(${JSON.stringify(path)})`;
      const builtin = process.getBuiltinModule(path);
      // A callable builtin (events, stream) is its own default export and cannot stand behind getters.
      if (builtin === undefined || typeof builtin === "function") return { contents: `module.exports = ${load};` };
      const keys = Object.keys(builtin).filter((key) => key !== "default");
      return {
        contents: `for (const key of ${JSON.stringify(keys)}) Object.defineProperty(exports, key, { enumerable: true, get: () => ${load}[key] });`,
      };
    });
  },
};

/**
 * A CommonJS package behind import() would have nothing but a default export in the bundle. Here it gets the names Node
 * itself would give it, so that the bundle and the sources see the same module.
 */
const namedCommonJs = {
  name: "named-commonjs",
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, async ({ path, kind, resolveDir, pluginData }) => {
      if (kind !== "dynamic-import" || pluginData === "resolved" || path.startsWith("node:")) return undefined;
      const found = await build.resolve(path, { kind, resolveDir, pluginData: "resolved" });
      if (found.external || found.errors.length > 0) return found;
      const names = Object.keys(await import(pathToFileURL(found.path)));
      if (!names.includes("module.exports")) return found;
      return { path: found.path, namespace: "named", pluginData: { names, resolveDir } };
    });
    build.onLoad({ filter: /.*/, namespace: "named" }, ({ path, pluginData: { names, resolveDir } }) => ({
      contents: `export { ${names.filter((name) => name !== "module.exports").join(", ")} } from ${JSON.stringify(path)};`,
      resolveDir,
    }));
  },
};

/** The schema library is needed when a tool is first used, not when it is offered: behind getters it loads then. */
const lazyZod = {
  name: "lazy-zod",
  setup(build) {
    build.onResolve({ filter: /^zod$/ }, ({ path, importer, kind, namespace, resolveDir }) => {
      if (kind !== "import-statement" || namespace === "lazy-zod" || !importer.includes("/src/tools/"))
        return undefined;
      return { path, namespace: "lazy-zod", pluginData: { resolveDir } };
    });
    build.onLoad({ filter: /.*/, namespace: "lazy-zod" }, ({ pluginData }) => ({
      contents: `Object.defineProperty(exports, "z", { enumerable: true, get: () => require("zod").z });`,
      resolveDir: pluginData.resolveDir,
      loader: "js",
    }));
  },
};

async function bundle() {
  const present = Object.entries(ENTRIES).filter(([, source]) => existsSync(join(root, source)));
  const result = await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(present),
    outdir: dist,
    outExtension: { ".js": ".mjs" },
    chunkNames: "chunks/[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node22.18", // the oldest Node the launcher accepts
    minify: true,
    keepNames: false,
    legalComments: "none",
    external: EXTERNAL,
    // The same library without Node's CommonJS wrapper: it loads faster and needs no require in the bundle.
    alias: { yaml: join(root, "node_modules/yaml/browser/index.js") },
    plugins: [plainHeaders, lightWidths, englishOnly, lazyBuiltins, lazyZod, namedCommonJs],
    define: { __HERMES_VERSION__: JSON.stringify(version) },
    write: false,
    metafile: true,
    logLevel: "warning",
  });
  return { files: result.outputFiles, metafile: result.metafile };
}

/** Chunks first, entries last and by rename: whoever starts meanwhile sees the old program or the new one. */
function write(files) {
  const isEntry = (path) => dirname(path) === dist;
  const ordered = [...files].sort((a, b) => Number(isEntry(a.path)) - Number(isEntry(b.path)));
  mkdirSync(join(dist, "chunks"), { recursive: true });
  for (const { path, text } of ordered) {
    const needsRequire = /\brequire\b/.test(text);
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, needsRequire ? REQUIRE + text : text);
    renameSync(draft, path);
  }
  const fresh = new Set(files.map(({ path }) => path));
  for (const name of readdirSync(join(dist, "chunks"))) {
    const path = join(dist, "chunks", name);
    if (!fresh.has(path) && Date.now() - statSync(path).mtimeMs > KEEP_OLD_CHUNKS_MS) rmSync(path);
  }
}

/** Runs the fresh program once each way, so that the first start a person sees finds compiled code. */
function warm() {
  const cache = join(dist, ".compile-cache");
  rmSync(cache, { recursive: true, force: true });
  const home = mkdtempSync(join(tmpdir(), "hermes-warm-"));
  const env = { ...process.env, HERMES_HOME: home };
  const runs = [["--provider", "offline", "-z", "hello"], ["--version"]];
  for (const args of runs) {
    spawnSync(join(root, "bin/hermes"), args, { cwd: home, env, stdio: "ignore", timeout: 20_000 });
  }
  rmSync(home, { recursive: true, force: true });
}

// esbuild has already printed what is wrong, with the place.
const bundled = await bundle().catch(() => process.exit(1));
const { files, metafile } = bundled;
write(files);
if (process.argv.includes("--meta")) writeFileSync(join(root, ".build/bundle.json"), JSON.stringify(metafile));
warm();
const kilobytes = Math.round(files.reduce((sum, file) => sum + file.contents.length, 0) / 1024);
console.error(`built ${files.length} files, ${kilobytes} kB, in ${relative(root, dist)}/`);
