// Reading zod schemas back: what a field is, what lies under a key, what to call its type in a sentence.

import * as z from "zod/mini";

type Def = z.core.$ZodTypes["_zod"]["def"];
type Schema = z.core.$ZodType;

export interface Field {
  readonly schema: Schema;
  readonly def: Def;
  readonly nullable: boolean;
  readonly optional: boolean;
}

/** Looks through defaults, optionals and nullables to what a value must be. */
export function fieldOf(schema: Schema): Field {
  let def = defOf(schema);
  let inner = schema;
  let nullable = false;
  let optional = false;
  while (def.type === "default" || def.type === "prefault" || def.type === "optional" || def.type === "nullable") {
    if (def.type === "nullable") nullable = true;
    else optional = true;
    inner = def.innerType;
    def = defOf(inner);
  }
  return { schema: inner, def, nullable, optional };
}

/** What lies under one key or index, or undefined when nothing may. */
function childOf(schema: Schema, segment: string): Schema | undefined {
  const { def } = fieldOf(schema);
  if (def.type === "object") return Object.hasOwn(def.shape, segment) ? def.shape[segment] : undefined;
  if (def.type === "record") return def.valueType;
  if (def.type === "array") return /^\d+$/.test(segment) ? def.element : undefined;
  if (def.type === "union") {
    for (const option of def.options) {
      const child = childOf(option, segment);
      if (child !== undefined) return child;
    }
  }
  return undefined;
}

export function schemaAt(schema: Schema, path: readonly PropertyKey[]): Schema | undefined {
  return path.reduce<Schema | undefined>((found, segment) => found && childOf(found, String(segment)), schema);
}

export function descriptionOf(schema: Schema): string {
  return z.globalRegistry.get(schema)?.description ?? "";
}

/** Reads well after "must be": "a whole number of at least 1". */
export function typeSentence(schema: Schema): string {
  const { def, nullable } = fieldOf(schema);
  const words = sentenceOf(def);
  return nullable ? `${words} or null` : words;
}

function sentenceOf(def: Def): string {
  switch (def.type) {
    case "boolean":
      return "true or false";
    case "number":
      return numberSentence(def);
    case "string":
      return "text";
    case "enum":
      return `one of ${Object.values(def.entries)
        .map((entry) => (entry === "" ? "(empty)" : entry))
        .join(", ")}`;
    case "array":
      return `a list (each ${typeSentence(def.element)})`;
    case "record":
      return fieldOf(def.valueType).def.type === "unknown" ? "a map" : `a map (each ${typeSentence(def.valueType)})`;
    case "object":
      return "a map";
    case "union":
      return def.options.map((option) => typeSentence(option)).join(", or ");
    default:
      return "a value";
  }
}

interface NumberCheck {
  readonly check?: string;
  readonly value?: number;
  readonly format?: string;
}

function numberSentence(def: Def): string {
  const { isWhole, min, max } = boundsOf(def);
  const noun = isWhole ? "a whole number" : "a number";
  if (min !== undefined && max !== undefined) return `${noun} from ${min} to ${max}`;
  if (min !== undefined) return `${noun} of at least ${min}`;
  return max === undefined ? noun : `${noun} of at most ${max}`;
}

/** What a number field accepts. */
export function boundsOf(def: Def): {
  readonly isWhole: boolean;
  readonly min: number | undefined;
  readonly max: number | undefined;
} {
  const checks = (def.checks ?? []).map((check) => check._zod.def as NumberCheck);
  return {
    isWhole: checks.some(({ format }) => format === "safeint"),
    min: checks.find(({ check }) => check === "greater_than")?.value,
    max: checks.find(({ check }) => check === "less_than")?.value,
  };
}

function defOf(schema: Schema): Def {
  return schema._zod.def as Def;
}
