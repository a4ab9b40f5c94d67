// zod to the JSON schema a model reads: only what it needs, and ten times faster than the general conversion.

import { z } from "zod";

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Covers what tool inputs are made of; anything else goes through zod's own conversion. */
export function jsonSchemaOf(schema: z.core.$ZodType): JsonSchema {
  const description = schema instanceof z.ZodType ? schema.description : undefined;
  const plain = convert(schema);
  return description === undefined ? plain : { ...plain, description };
}

function convert(schema: z.core.$ZodType): JsonSchema {
  if (schema instanceof z.ZodOptional) return jsonSchemaOf(schema.def.innerType);
  if (schema instanceof z.ZodDefault)
    return { ...jsonSchemaOf(schema.def.innerType), default: schema.def.defaultValue };
  if (schema instanceof z.ZodString) return { type: "string" };
  if (schema instanceof z.ZodNumber) return { type: schema.format === "safeint" ? "integer" : "number" };
  if (schema instanceof z.ZodBoolean) return { type: "boolean" };
  if (schema instanceof z.ZodEnum) return { type: "string", enum: schema.options };
  if (schema instanceof z.ZodArray) return { type: "array", items: jsonSchemaOf(schema.def.element) };
  if (schema instanceof z.ZodObject) return objectSchema(schema);
  return Object.fromEntries(
    Object.entries(z.toJSONSchema(schema, { io: "input" })).filter(([key]) => key !== "$schema"),
  );
}

function objectSchema({ shape }: z.ZodObject): JsonSchema {
  const fields: readonly (readonly [string, z.core.$ZodType])[] = Object.entries(shape);
  const required = fields
    .filter(([, field]) => !(field instanceof z.ZodOptional || field instanceof z.ZodDefault))
    .map(([name]) => name);
  return {
    type: "object",
    properties: Object.fromEntries(fields.map(([name, field]) => [name, jsonSchemaOf(field)])),
    ...(required.length > 0 && { required }),
  };
}
