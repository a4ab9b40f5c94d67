// Which folder of src/ may import which: the one list that the `references` of every tsconfig.json and every import
// statement are compared with.

const ADAPTERS = [
  "config",
  "providers",
  "stores",
  "environments",
  "tools",
  "gates",
  "engines",
  "mcp",
  "platforms",
  "testing",
] as const;

const ground = ["kernel", "contracts"];

export const law: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  contracts: ["kernel"],
  ...Object.fromEntries(ADAPTERS.map((layer) => [layer, ground])),
  runtime: ground,
  commands: [...ground, "runtime"],
  surfaces: [...ground, "config", "runtime", "commands"],
  plugins: ground,
  compose: [...ground, ...ADAPTERS.filter((layer) => layer !== "testing"), "runtime", "commands", "plugins"],
  entries: [...ground, "config", "runtime", "compose", "testing"],
  "main.ts": ["config", "compose", "surfaces"],
};

/** The layer a file of the checkout belongs to: a folder of src/, "main.ts" for the files above them, undefined outside src/. */
export function layerOf(path: string): string | undefined {
  const [, name] = /^src\/([^/]+)/.exec(path) ?? [];
  return name?.endsWith(".ts") ? "main.ts" : name;
}

export const isTest = (path: string): boolean => /\.test\.ts$/.test(path);

/** Layers the file may import besides its own; undefined means it may import anything (test/, bench/). */
export function allowed(path: string): readonly string[] | undefined {
  const layer = layerOf(path);
  if (layer === undefined) return undefined;
  const imports = law[layer] ?? [];
  return isTest(path) ? [...imports, "testing"] : imports;
}
