// The program in two parts. What every conversation needs is one file that can be frozen into a start-up snapshot; all the
// rest are chunks that load when first needed and use the first part's modules instead of bringing their own.
// The library's entries are bundled apart: whoever imports them has no program around.

import { existsSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { build } from "esbuild";
import { packagePlugins } from "./plugins.mjs";

const root = resolve(import.meta.dirname, "../..");
const dist = join(root, "dist");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** What a conversation needs up to its prompt and its first request; they and all they import statically are the first part. */
const FIRST = [
  "src/start.ts",
  "src/compose/app.ts",
  "src/environments/local/bubblewrap.ts",
  "src/surfaces/tui/first-frame.ts",
  "src/surfaces/tui/run.ts",
];
const LIBRARY = ["index", "plugin", "testing"];
// Native code and whole program trees stay in node_modules; the others are optional parts nobody installs.
const EXTERNAL = ["@lydell/node-pty", "@vscode/ripgrep", "playwright-core", "pg-native", "canvas"];

// CommonJS packages inside an ES module bundle still call require() for Node's own modules.
const REQUIRE =
  'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);';
// A script has no import.meta. In a snapshot it has no folder either, but the launcher names a file of ours as the program;
// and it has no import(), so that chunks are loaded with require(), which gives the same module.
const SCRIPT =
  'var __later=async(id)=>require(id),__place={get folder(){return typeof __dirname==="string"?__dirname:process.getBuiltinModule("node:path").dirname(process.argv[1])},get file(){return this.folder+"/program.cjs"}};';
const SHARED = 'globalThis[Symbol.for("hermes-ts.program")]';

const COMMON = {
  absWorkingDir: root,
  outdir: dist,
  bundle: true,
  platform: "node",
  target: "node22.18", // the oldest Node the launcher accepts
  minify: true,
  legalComments: "none",
  external: EXTERNAL,
  // The same library without Node's CommonJS wrapper: it loads faster and needs no require in the bundle.
  alias: { yaml: join(root, "node_modules/yaml/browser/index.js") },
  define: { __HERMES_VERSION__: JSON.stringify(version) },
  write: false,
  metafile: true,
  logLevel: "warning",
};
const CHUNKS = {
  format: "esm",
  splitting: true,
  outExtension: { ".js": ".mjs" },
  chunkNames: "chunks/[name]-[hash]",
};

/** Resolves to every file of the product, and to what esbuild knows about them. */
export async function bundle() {
  const { own, packages, later } = await firstPart({ own: FIRST, places: new Map(), shared: [] });
  const chunks = await laterPart({ own, packages, later });
  const first = await firstPart({ own, places: chunks.places, shared: chunks.shared });
  const script = { ...first, files: first.files.map(asScript) };
  const parts = [await entry(), await library(), chunks, script];
  return {
    files: parts.flatMap(({ files }) => files),
    metafile: { inputs: {}, outputs: Object.assign({}, ...parts.map(({ metafile }) => metafile.outputs)) },
  };
}

/** `dist/hermes.mjs`, which answers `--version` and otherwise loads the first part. */
async function entry() {
  const result = await build({
    ...COMMON,
    entryPoints: { hermes: "src/main.ts" },
    format: "esm",
    outExtension: { ".js": ".mjs" },
    plugins: [
      {
        name: "first-part",
        setup: ({ onResolve }) =>
          onResolve({ filter: /\.\/start\.ts$/ }, () => ({ path: "./program.cjs", external: true })),
      },
      ...packagePlugins,
    ],
  });
  return { files: result.outputFiles, metafile: result.metafile };
}

async function library() {
  const present = LIBRARY.filter((name) => existsSync(join(root, `src/entries/${name}.ts`)));
  const result = await build({
    ...COMMON,
    ...CHUNKS,
    entryPoints: Object.fromEntries(present.map((name) => [name, `src/entries/${name}.ts`])),
    plugins: packagePlugins,
  });
  return { files: result.outputFiles.map(withRequire), metafile: result.metafile };
}

/**
 * `own` are modules of this part, even when they are asked for with import(); `places` says in which chunk a module of the
 * other part lies, `shared` what the chunks ask of this one. Without chunks it finds out what belongs where.
 */
async function firstPart({ own, places, shared }) {
  const later = new Map();
  const packages = new Set();
  const ours = new Set(own.map((path) => join(root, path)));
  const laterOutside = {
    name: "later-outside",
    setup(esbuild) {
      esbuild.onResolve({ filter: /.*/ }, async ({ path, importer, kind, namespace, resolveDir, pluginData }) => {
        const isPackage = /^(?!node:)[^./]/.test(path) && path !== "zod";
        if (kind === "import-statement" && isPackage && importer.startsWith(join(root, "src/"))) packages.add(path);
        const isLater = kind === "dynamic-import" || (kind === "require-call" && namespace === "lazy-zod");
        if (!isLater || pluginData !== undefined || path.startsWith("node:")) return undefined;
        const found = await esbuild.resolve(path, { kind: "dynamic-import", resolveDir, pluginData: "asked" });
        if (found.external || ours.has(found.path)) return found;
        const id = relative(root, found.path);
        later.set(id, { specifier: path, resolveDir });
        return { path: places.get(id) ?? path, external: true };
      });
    },
  };
  const lines = shared.map(
    (path, index) => `import * as m${index} from ${JSON.stringify(path.startsWith("src/") ? `./${path}` : path)};`,
  );
  const table = shared.map((path, index) => `${JSON.stringify(path)}: m${index}`);
  const result = await build({
    ...COMMON,
    outdir: undefined,
    outfile: join(dist, "program.cjs"),
    stdin: {
      contents: [
        ...lines,
        ...FIRST.map((path) => `import ${JSON.stringify(`./${path}`)};`),
        `${SHARED} = { ${table.join(", ")} };`,
        `export { start } from "./src/start.ts";`,
      ].join("\n"),
      resolveDir: root,
      loader: "ts",
    },
    format: "cjs",
    define: { ...COMMON.define, "import.meta.dirname": "__place.folder", "import.meta.url": "__place.file" },
    banner: { js: SCRIPT },
    plugins: [laterOutside, ...packagePlugins],
  });
  const inputs = Object.keys(result.metafile.inputs).filter((path) => path.startsWith("src/"));
  const outside = new Map([...later].filter(([id]) => !inputs.includes(id)));
  return { files: result.outputFiles, metafile: result.metafile, own: inputs, packages, later: outside };
}

/** The chunks, with the place of each module that is asked for from the first part, and what they ask of it. */
async function laterPart({ own, packages, later }) {
  const asked = new Set();
  const firstPartsModules = new Set(own.map((path) => join(root, path)));
  const borrowed = {
    name: "borrowed",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.{0,2}\/.*\.ts$/ }, ({ path, resolveDir }) => {
        const file = resolve(resolveDir, path);
        return firstPartsModules.has(file) ? { path: relative(root, file), namespace: "borrowed" } : undefined;
      });
      onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
        kind === "import-statement" && packages.has(path) ? { path, namespace: "borrowed" } : undefined,
      );
      onLoad({ filter: /.*/, namespace: "borrowed" }, ({ path }) => {
        asked.add(path);
        return { contents: `module.exports = Object.create(${SHARED}[${JSON.stringify(path)}]);` };
      });
    },
  };
  const loads = [...later].map(
    ([id, { specifier, resolveDir }]) =>
      `${JSON.stringify(id)}: () => import(${JSON.stringify(specifier.startsWith(".") ? join(resolveDir, specifier) : specifier)})`,
  );
  const result = await build({
    ...COMMON,
    ...CHUNKS,
    stdin: { contents: `export const loads = { ${loads.join(", ")} };`, resolveDir: root, loader: "ts" },
    plugins: [borrowed, ...packagePlugins],
  });
  const places = new Map();
  for (const [path, { entryPoint }] of Object.entries(result.metafile.outputs)) {
    if (entryPoint === undefined || entryPoint === "<stdin>") continue;
    const id = relative(root, resolve(root, entryPoint.replace(/^named:/, "")));
    places.set(id, `./${relative("dist", path)}`);
  }
  const files = result.outputFiles.filter(({ path }) => path !== join(dist, "stdin.mjs")).map(withRequire);
  return { files, metafile: result.metafile, places, shared: [...asked].sort() };
}

const withRequire = ({ path, text }) => ({ path, text: /\brequire\b/.test(text) ? REQUIRE + text : text });

const isLater = (id) => id.startsWith("./chunks/") || EXTERNAL.includes(id);

/** Loads chunks as a snapshot can, and in one byte a character: what esbuild leaves unescaped are regular expressions. */
function asScript({ path, text }) {
  const script = text
    .replace(/\bimport\(("[^"]+")\)/g, (whole, id) => (isLater(JSON.parse(id)) ? `__later(${id})` : whole))
    .replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const [left] = /(?<![.\w])import\((?:"[^"]*"\)|[^"].{0,40})/.exec(script) ?? [];
  if (left !== undefined) throw new Error(`the first part of the program cannot load ${left}`);
  return { path, text: script };
}
