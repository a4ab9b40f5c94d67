// The short form of a field's type that the start path can check without the schema.

import type * as z from "zod/mini";
import { boundsOf, fieldOf } from "./inspect.ts";
import type { Kind } from "./kinds.data.ts";

/** "-" for everything that only the schema can judge. */
export function kindOf(schema: z.core.$ZodType): Kind {
  const { def, nullable } = fieldOf(schema);
  switch (def.type) {
    case "boolean":
      return "b";
    case "string":
      return (def.checks ?? []).length === 0 ? "t" : "-";
    case "enum":
      return `c:${Object.values(def.entries).join("|")}`;
    case "number": {
      const { isWhole, min, max } = boundsOf(def);
      // Null is left to the schema; a number is a number either way.
      return nullable && min === undefined ? "-" : `${isWhole ? "i" : "n"}:${min ?? "-Infinity"}:${max ?? ""}`;
    }
    case "array":
      return kindOf(def.element) === "t" ? "l" : "-";
    case "object":
      return Object.fromEntries(Object.entries(def.shape).map(([key, child]) => [key, kindOf(child)]));
    default:
      return "-";
  }
}
