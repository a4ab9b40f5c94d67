// The reference page of every setting, generated from the schema so that it cannot go stale.

import type * as z from "zod/mini";
import { DEFAULT_CONFIG } from "./defaults.data.ts";
import { getIn } from "./fold.ts";
import { descriptionOf, fieldOf, typeSentence } from "./inspect.ts";
import { SECTIONS } from "./schema.ts";

interface Row {
  readonly path: readonly string[];
  readonly schema: z.core.$ZodType;
}

/** Markdown: one table per section, one row per key with type, default and meaning. */
export function configReference(): string {
  const sections = Object.entries(SECTIONS).map(([name, build]) => ({ name, schema: build() as z.core.$ZodType }));
  const single = sections.filter(({ schema }) => !isMap(schema));
  const grouped = sections.filter(({ schema }) => isMap(schema));
  return [
    "# Settings",
    "Every key of `config.yaml`. An absent key or section has its default; unknown keys are kept and reported by `hermes config check`.",
    `Text values may contain variables, taken from \`.env\` and then from the environment: \`${variable("NAME")}\` or \`${variable("NAME:-default")}\`.`,
    "## Single keys",
    tableOf(single.map(({ name, schema }) => ({ path: [name], schema }))),
    ...grouped.flatMap(({ name, schema }) => [
      `## ${name}`,
      descriptionOf(schema),
      tableOf([...rowsOf(schema, [name])]),
    ]),
    "",
  ]
    .join("\n\n")
    .trimEnd()
    .concat("\n");
}

const variable = (inner: string): string => `$\{${inner}}`;

function isMap(schema: z.core.$ZodType): boolean {
  const { def } = fieldOf(schema);
  return def.type === "object" || entryOf(schema) !== undefined;
}

function* rowsOf(schema: z.core.$ZodType, path: readonly string[]): Generator<Row> {
  const { def } = fieldOf(schema);
  if (def.type === "object") {
    for (const [key, child] of Object.entries(def.shape)) yield* rowsOf(child, [...path, key]);
    return;
  }
  yield { path, schema };
  const entry = entryOf(schema);
  if (entry === undefined) return;
  for (const row of rowsOf(entry.schema, [...path, entry.name])) if (row.path.length > path.length + 1) yield row;
}

// Lists and maps of maps: their entries have keys worth a row each.
function entryOf(schema: z.core.$ZodType): { readonly schema: z.core.$ZodType; readonly name: string } | undefined {
  const { def } = fieldOf(schema);
  const [inner, name] =
    def.type === "record" ? [def.valueType, "<name>"] : def.type === "array" ? [def.element, "<n>"] : [undefined, ""];
  if (inner === undefined) return undefined;
  const type = fieldOf(inner).def.type;
  if (type === "object") return { schema: inner, name };
  const nested = entryOf(inner);
  return nested === undefined ? undefined : { schema: inner, name };
}

function tableOf(rows: readonly Row[]): string {
  return ["| Key | Type | Default | Meaning |", "| --- | --- | --- | --- |", ...rows.map(rowText)].join("\n");
}

function rowText({ path, schema }: Row): string {
  const cells = [`\`${path.join(".")}\``, typeSentence(schema), defaultText(path, schema), descriptionOf(schema)];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

function defaultText(path: readonly string[], schema: z.core.$ZodType): string {
  const value = path.some((segment) => segment.startsWith("<")) ? entryDefault(schema) : getIn(DEFAULT_CONFIG, path);
  return value === undefined ? "" : `\`${JSON.stringify(value)}\``;
}

function entryDefault(schema: z.core.$ZodType): unknown {
  const def = schema._zod.def as { readonly type: string; readonly defaultValue?: unknown };
  return def.type === "default" ? def.defaultValue : undefined;
}
