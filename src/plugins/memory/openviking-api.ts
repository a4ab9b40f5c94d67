// What the parts of the OpenViking provider share: one way to call it and one way to read what it found.

import type { Principal } from "../../kernel/principal.ts";
import type { ApiCall } from "./api.ts";
import { field, listOf, textField } from "./shapes.ts";

export interface Viking {
  /** The `result` of the service's envelope. Throws ApiFailure. */
  call(principal: Principal, method: "GET" | "POST" | "DELETE", path: string, call?: ApiCall): Promise<unknown>;
  /** Whether an address belongs to the principal, or to everyone. */
  mayTouch(principal: Principal, uri: string): boolean;
  memoryUri(principal: Principal, category: string, text: string): string;
}

export function hitsIn(found: unknown): readonly { readonly uri: string; readonly text: string }[] {
  return ["memories", "resources", "skills"].flatMap((kind) =>
    listOf(field(found, kind)).map((item) => ({
      uri: textField(item, "uri"),
      text: textField(item, "abstract", "overview", "content"),
    })),
  );
}
