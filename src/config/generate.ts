// Rewrites the generated half of the schema: `node src/config/generate.ts`. A test fails when it was forgotten.

import { writeFileSync } from "node:fs";
import * as z from "zod/mini";
import { SECTIONS } from "./schema.ts";

const defaults = Object.fromEntries(
  Object.entries(SECTIONS).map(([name, section]) => [name, z.parse(section(), undefined)]),
);
const body = JSON.stringify(defaults, null, 2).replace(/"([a-z_]\w*)":/gi, "$1:");
writeFileSync(
  new URL("defaults.data.ts", import.meta.url),
  `// Generated from the schema by generate.ts: defaults as data, so that a start builds no schema it does not need.\n\nimport type { Config } from "./schema.ts";\n\nexport const DEFAULT_CONFIG: Config = ${body};\n`,
);
