// The shape of the program as checks: who may import whom, no rings, no hidden state, no hidden inputs.

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { allowed, isTest, law, layerOf } from "./import-law.ts";
import { checkoutFiles, codeOf, importsOf, quotedOf, readSource, root } from "./source-text.ts";

const files = checkoutFiles();
const sources = files.filter((path) => /^(src|test|bench)\/.*\.ts$/.test(path)).map(readSource);
const product = sources.filter(({ path }) => path.startsWith("src/") && !isTest(path));
const lines = (text: string) => text.split("\n").length;

/** Places in the code that match, as `path:line`. */
const hits = (pattern: RegExp, among: typeof sources) =>
  among.flatMap(({ path, code }) =>
    code.split("\n").flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}`] : [])),
  );

/** Quoted: a capital and a second word, or three words in a row. Regular expressions that begin with ^ say nothing. */
const SENTENCE = /\b[A-Z][a-z]+ [a-z]+\b|\b[a-z]{2,} [a-z]{2,} [a-z]{2,}\b/;
/** Words where only words for people can stand, however short. */
const SHOWN =
  /\.(?:description|summary)\(\s*["'`]|\.(?:option|argument)\(\s*"[^"]*",\s*["'`]|\b(?:summary|title|label): ["'`]\w|\bcolumns(?::| =) \["|\bcounted\([^"\n]*, "/;

/** Texts for people that stand in the code itself, as `path:line`. */
const inlineWords = (among: typeof sources) =>
  among.flatMap(({ path, text }) => {
    const quoted = quotedOf(text).replace(/\/\^[^\n]*?\/[a-z]*/g, "");
    const sentences = quoted
      .split("\n")
      .flatMap((line, index) => (SENTENCE.test(line) ? [`${path}:${index + 1}`] : []));
    const shown = [...text.matchAll(new RegExp(SHOWN, "g"))].map(
      ({ index }) => `${path}:${lines(text.slice(0, index))}`,
    );
    return [...new Set([...sentences, ...shown])];
  });

const target = (path: string, specifier: string) => normalize(join(dirname(path), specifier));

describe("import law", () => {
  test("every folder of src has its line in the law", () => {
    const folders = readdirSync(join(root, "src")).filter((name) => statSync(join(root, "src", name)).isDirectory());
    expect(folders.filter((name) => !(name in law))).toEqual([]);
  });

  test("the references of every project are the law", () => {
    const wrong = Object.entries(law).flatMap(([layer, imports]) => {
      const config = layer === "main.ts" ? "tsconfig.main.json" : `src/${layer}/tsconfig.json`;
      if (!existsSync(join(root, config))) return existsSync(join(root, "src", layer)) ? [`${config} is missing`] : [];
      const { references } = JSON.parse(readFileSync(join(root, config), "utf8")) as { references: { path: string }[] };
      const found = references.map(({ path }) => target(config, path).replace(/^src\//, "")).sort();
      const wanted = imports.filter((name) => existsSync(join(root, "src", name))).sort();
      return found.join() === wanted.join() ? [] : [`${config}: ${found.join(", ")} instead of ${wanted.join(", ")}`];
    });
    expect(wrong).toEqual([]);
  });

  test("the kernel sees neither Node nor a browser", () => {
    const { compilerOptions } = JSON.parse(readFileSync(join(root, "src/kernel/tsconfig.json"), "utf8"));
    expect(compilerOptions.types).toEqual([]);
    expect((compilerOptions.lib as string[]).filter((lib) => !/^ES\d+$/.test(lib))).toEqual([]);
  });

  test("imports point only where the law allows, tests included", () => {
    const illegal = sources.flatMap(({ path, imports }) => {
      const may = allowed(path);
      if (may === undefined) return [];
      return imports
        .filter(({ specifier }) => specifier.startsWith("."))
        .map(({ specifier }) => target(path, specifier))
        .filter(
          (to) => layerOf(to) === undefined || (layerOf(to) !== layerOf(path) && !may.includes(layerOf(to) ?? "")),
        )
        .map((to) => `${path} → ${to}`);
    });
    expect(illegal).toEqual([]);
  });

  test("relative imports name a file that exists, with its extension", () => {
    const broken = sources.flatMap(({ path, imports }) =>
      imports
        .filter(({ specifier }) => specifier.startsWith("."))
        .filter(({ specifier }) => !existsSync(join(root, target(path, specifier))))
        .map(({ specifier }) => `${path} → ${specifier}`),
    );
    expect(broken).toEqual([]);
  });

  test("kernel and contracts import no Node module; the kernel imports no package either", () => {
    const foreign = product
      .filter(({ path }) => ["kernel", "contracts"].includes(layerOf(path) ?? ""))
      .flatMap(({ path, imports }) =>
        imports
          .filter(({ specifier }) => !specifier.startsWith("."))
          .filter(({ specifier }) => layerOf(path) === "kernel" || specifier.startsWith("node:"))
          .map(({ specifier }) => `${path} → ${specifier}`),
      );
    expect(foreign).toEqual([]);
  });

  test("there is no ring of imports", () => {
    const graph = new Map(product.map(({ path, imports }) => [path, imports.map((i) => target(path, i.specifier))]));
    expect(rings(graph)).toEqual([]);
  });
});

/** Every group of files that import each other in a circle. */
function rings(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const reached = new Map([...graph.keys()].map((start) => [start, reachable(graph, start)]));
  const inRing = [...graph.keys()].filter((path) => reached.get(path)?.has(path));
  const groups = inRing.map((path) =>
    inRing.filter((other) => reached.get(path)?.has(other) && reached.get(other)?.has(path)).join(" ↔ "),
  );
  return [...new Set(groups)];
}

function reachable(graph: ReadonlyMap<string, readonly string[]>, start: string): Set<string> {
  const seen = new Set<string>();
  const queue = [...(graph.get(start) ?? [])];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    queue.push(...(graph.get(path) ?? []));
  }
  return seen;
}

describe("habits", () => {
  test("files stay small enough to read; only data tables and tests may be long", () => {
    const long = product.filter(({ path, text }) => !path.endsWith(".data.ts") && lines(text) > 400);
    expect(long.map(({ path, text }) => `${path}: ${lines(text)} lines`)).toEqual([]);
  });

  test("file names say what is inside", () => {
    const vague = /(^|[-.])(utils?|helpers?|common|misc|manager|base|service|v\d|legacy|new|next)([-.]|$)/;
    const names = sources.map(({ path }) => path).filter((path) => vague.test(path.split("/").at(-1) ?? ""));
    expect(names).toEqual([]);
    expect(sources.map(({ path }) => path).filter((path) => !/^[a-z0-9./-]+$/.test(path))).toEqual([]);
  });

  test("type names say what they are", () => {
    const vague =
      /\b(interface|class|type)\s+(\w*(Util|Helper|Common|Misc|Manager|Service|V\d|Legacy)\w*|Base[A-Z]\w*|\w+Base)\b/;
    expect(hits(vague, product)).toEqual([]);
  });

  test("every file begins by saying why it exists", () => {
    const mute = product.filter(({ text }) => !/^(#!.*\n)?\s*(\/\/|\/\*)/.test(text));
    expect(mute.map(({ path }) => path)).toEqual([]);
  });

  test("clock, chance and environment come in as arguments", () => {
    const inside = product.filter(({ path }) => !["config", "compose", "testing"].includes(layerOf(path) ?? ""));
    expect(hits(/\bprocess\.env\b|\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b/, inside)).toEqual([]);
  });

  test("what slash commands and subcommands say stands in files of words, where it can be translated", () => {
    const speaking = product.filter(
      ({ path }) =>
        /^src\/(commands|surfaces\/cli)\//.test(path) &&
        !path.endsWith(".data.ts") &&
        // Programs for shells.
        path !== "src/surfaces/cli/completion-script.ts",
    );
    expect(inlineWords(speaking)).toEqual([]);
  });

  test("modules keep no state", () => {
    expect(hits(/^(export\s+)?(let|var)\b/, product)).toEqual([]);
  });

  test("importing does nothing: no bare imports, no default exports, no enums, no namespaces", () => {
    expect(hits(/^import\s*"/, product)).toEqual([]);
    expect(hits(/^export default\b|^(export\s+)?(const\s+)?enum\b|^(export\s+)?namespace\b/, product)).toEqual([]);
  });

  test("nothing re-exports another file, except the public entries", () => {
    const inside = product.filter(({ path }) => layerOf(path) !== "entries");
    expect(
      inside.filter(({ text }) => /^export\s+(type\s+)?[*{][^;]*?\sfrom\s+"/m.test(text)).map(({ path }) => path),
    ).toEqual([]);
  });

  test("failures are never swallowed", () => {
    const swallowed = product.filter(({ code }) =>
      /\bcatch\s*(\([^)]*\)\s*)?\{\s*\}|\.catch\(\(\w*\)\s*=>\s*\{\s*\}\)/.test(code),
    );
    expect(swallowed.map(({ path }) => path)).toEqual([]);
  });

  test("tests replace no module", () => {
    expect(hits(/\bvi\s*\.\s*(mock|doMock|hoisted)\b/, sources)).toEqual([]);
  });
});

describe("what is published", () => {
  const texts = files.filter((path) => !/\.(png|svg|ico|db|gz|woff2?)$/.test(path));

  test("no file names the machine it was written on or the registry it was installed from", () => {
    const machine = [
      "/wo|rk/(main|shared)\\b",
      "/ro|ot/\\.npm",
      "/tmp/br|ief",
      "\\bregis|try\\.[\\w-]+\\.(org|com|io|net|dev)\\b",
      '"reso|lved": "http',
    ];
    const pattern = new RegExp(machine.map((part) => part.replace("|", "")).join("|"));
    expect(texts.filter((path) => pattern.test(readFileSync(join(root, path), "utf8")))).toEqual([]);
  });
});

describe("the scanner these checks stand on", () => {
  test("finds words for people in code, and nothing else", () => {
    const found = (line: string) => inlineWords([{ path: "it", text: `${line}\n`, code: "", imports: [] }]);
    for (const line of [
      'io.out("Nothing was found.\\n");',
      "io.out(`$" + "{name} is gone for good\\n`);",
      "throw new UsageFailure(`There is no $" + "{what}.`);",
      '.description("read one")',
      '.option("--limit <n>", "how many", "20")',
      'renderTable({ columns: ["name", "state"], rows }, width)',
      '{ value: "leave", label: "Leave" }',
      'const size = counted(files.length, "file");',
    ])
      expect(found(line), line).toEqual(["it:1"]);
    for (const line of [
      "// Nothing was found.",
      'import { wordsOf } from "../words.data.ts";',
      'const { type, why } = { type: "none", why: WORDS.why };',
      'git(root, "worktree", "add", "--quiet", "-b", branch);',
      "const [, pid] = /^locked hermes process (\\d+)$/m.exec(block) ?? [];",
      '.option("--limit <n>", WORDS.list.flags.limit, "20")',
      "io.err(`hermes: $" + "{warning}\\n`);",
    ])
      expect(found(line), line).toEqual([]);
  });

  test("sees code and not what is quoted or commented", () => {
    const text = [
      'const a = "process.env"; // Date.now',
      "const b = `x $" + "{process.env.X} Math.random`;",
      'const c = /"process.env"/g; const d = 1 / 2;',
    ].join("\n");
    const code = codeOf(text);
    expect(code.match(/process\.env/g)).toHaveLength(1);
    expect(code).not.toMatch(/Date\.now|Math\.random/);
    expect(code).toContain("const d = 1 / 2;");
  });

  test("finds every kind of import", () => {
    const text = [
      'import { a } from "./a.ts";',
      'import type { B } from "./b.ts";',
      'import {\n  c,\n  type D,\n} from "./c.ts";',
      'export * from "./d.ts";',
      `const e = await import(${JSON.stringify("./e.ts")});`,
      '// import { f } from "./f.ts";',
    ].join("\n");
    expect(importsOf(text).map(({ specifier }) => specifier)).toEqual([
      "./a.ts",
      "./b.ts",
      "./c.ts",
      "./d.ts",
      "./e.ts",
    ]);
  });

  test("finds rings", () => {
    const graph = { a: ["b"], b: ["c"], c: ["b"], d: ["d"], e: ["a"] };
    expect(rings(new Map(Object.entries(graph)))).toEqual(["b ↔ c", "d"]);
  });
});
