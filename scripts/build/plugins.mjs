// What we teach esbuild about our packages, so that a start loads little and a bundled package behaves as an installed one.

import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { withLightWidths } from "./light-widths.mjs";

/** See plain-headers.mjs. */
const plainHeaders = {
  name: "plain-headers",
  setup({ onLoad }) {
    const standIn = join(import.meta.dirname, "plain-headers.mjs");
    const importLine = `import { PlainHeaders as Headers } from ${JSON.stringify(standIn)};\n`;
    onLoad({ filter: /@ai-sdk\/provider-utils\/dist\/.*\.m?js$/ }, ({ path }) => ({
      contents: importLine + readFileSync(path, "utf8"),
      loader: "js",
    }));
  },
};

/** See light-widths.mjs. */
const lightWidths = {
  name: "light-widths",
  setup({ onLoad }) {
    const standIn = JSON.stringify(join(import.meta.dirname, "light-widths.mjs"));
    const importLine = `import { graphemeSegmenter, rgiEmojiRegex, wordSegmenter } from ${standIn};\n`;
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
    onLoad({ filter: /zod\/v4\/locales\/index\.c?js$/ }, ({ path }) => ({
      contents: `export { default as en } from "./en${extname(path)}";`,
      loader: "js",
    }));
  },
};

/**
 * An ESM import of a builtin loads it and touches every one of its exports, and some of those load a second HTTP stack or
 * all streams. Here a builtin is loaded when one of its functions is first used: 60 ms less for a one-shot. The names stand
 * behind the prototype, where the bundle's copying of own properties does not meet them; what was used once is an own one.
 */
const lazyBuiltins = {
  name: "lazy-builtins",
  setup(build) {
    build.onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      kind === "import-statement" || kind === "dynamic-import" ? { path, namespace: "builtin" } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: "builtin" }, ({ path }) => {
      const load = `process.getBuiltinModule(${JSON.stringify(path)})`;
      const builtin = process.getBuiltinModule(path);
      // A callable builtin (events, stream) is its own default export and cannot stand behind a proxy.
      if (builtin === undefined || typeof builtin === "function") return { contents: `module.exports = ${load};` };
      return {
        contents: `module.exports = Object.create(new Proxy({}, {
          get(_, name, user) {
            const value = ${load}[name];
            Object.defineProperty(user, name, { value });
            return value;
          },
        }));`,
      };
    });
  },
};

/** The schema library is needed when a tool is first used, not when it is offered: behind a getter it loads then. */
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

export const packagePlugins = [plainHeaders, lightWidths, englishOnly, lazyBuiltins, lazyZod, namedCommonJs];
