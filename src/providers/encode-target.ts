// What a request is encoded for: one vendor, one model, one limit.

import type { ModelInfo } from "../contracts/model.ts";
import type { ProviderRow } from "./wire.ts";

export interface EncodeTarget {
  readonly row: ProviderRow;
  /** "provider/model-id": what reasoning must have been made by to go back. */
  readonly name: string;
  readonly info: ModelInfo;
  readonly maxOutput: number;
}
