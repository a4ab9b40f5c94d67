// Rewrites the generated half of the schema: `node src/config/generate.ts`. A test fails when it was forgotten.

import { writeFileSync } from "node:fs";
import * as z from "zod/mini";
import { kindOf } from "./kinds.ts";
import { SECTIONS } from "./schema.ts";

const sections = Object.entries(SECTIONS).map(([name, build]) => [name, build() as z.core.$ZodType] as const);

function write(file: string, why: string, declaration: string, value: unknown): void {
  const body = JSON.stringify(value, null, 2).replace(/"([a-z_]\w*)":/gi, "$1:");
  writeFileSync(
    new URL(file, import.meta.url),
    `// Generated from the schema by generate.ts: ${why}\n\n${declaration} = ${body};\n`,
  );
}

if (import.meta.main) {
  write(
    "defaults.data.ts",
    "defaults as data, so that a start builds no schema it does not need.",
    'import type { Config } from "./schema.ts";\n\nexport const DEFAULT_CONFIG: Config',
    Object.fromEntries(sections.map(([name, schema]) => [name, z.parse(schema, undefined)])),
  );
  write(
    "kinds.data.ts",
    "what each plain key holds (b flag, t text, l list of texts, i:min:max whole, n:min:max number, c:a|b choice).",
    "export type Kind = string | { readonly [key: string]: Kind };\n\nexport const KINDS: { readonly [key: string]: Kind }",
    Object.fromEntries(sections.map(([name, schema]) => [name, kindOf(schema)])),
  );
}
