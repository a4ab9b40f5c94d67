// A value typed on a command line, read the way its setting needs it.

import { parseDocument } from "yaml";
import type * as z from "zod/mini";
import { ConfigFailure } from "../kernel/failure.ts";
import { fieldOf } from "./inspect.ts";

/** Numbers, booleans, null, lists and maps are recognised; a text setting takes what was typed. */
export function parseValue(typed: string, schema: z.core.$ZodType | undefined): unknown {
  const field = schema === undefined ? undefined : fieldOf(schema);
  if (field?.nullable === true && isNull(typed)) return null;
  switch (field?.def.type) {
    case "string":
    case "enum":
      return unquote(typed);
    case "array":
      return /^\s*\[/.test(typed) ? structured(typed) : splitList(typed);
    default:
      return anyValue(typed);
  }
}

function anyValue(typed: string): unknown {
  const text = typed.trim();
  if (/^[[{]/.test(text)) return structured(text);
  if (/^".*"$/s.test(text)) return unquote(text);
  if (/^(?:true|yes|on)$/i.test(text)) return true;
  if (/^(?:false|no|off)$/i.test(text)) return false;
  if (isNull(text)) return null;
  return isNumber(text) ? Number(text) : typed;
}

// Leading zeros and digits beyond a double are identifiers, not numbers.
function isNumber(text: string): boolean {
  return (
    /^[-+]?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?$/i.test(text) && Math.abs(Number(text)) <= Number.MAX_SAFE_INTEGER
  );
}

function isNull(text: string): boolean {
  return /^(?:null|none|~)$/i.test(text.trim());
}

function structured(text: string): unknown {
  const document = parseDocument(text, { prettyErrors: false, logLevel: "silent" });
  const value: unknown = document.errors.length === 0 ? document.toJS({ maxAliasCount: 0 }) : undefined;
  if (typeof value === "object" && value !== null) return value;
  throw new ConfigFailure(
    "invalid",
    `${text} looks like a list or map but is not one. Write it as JSON, for example ["a", "b"].`,
  );
}

function splitList(typed: string): readonly string[] {
  return typed
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

function unquote(typed: string): string {
  const text = typed.trim();
  if (!/^"(?:[^"\\]|\\.)*"$/s.test(text)) return typed;
  const value: unknown = JSON.parse(text);
  return typeof value === "string" ? value : typed;
}
