// Routers stream signed reasoning as fragments of numbered entries; joined again they go back exactly as they came.

import { isRecord } from "../kernel/json.ts";

type Detail = Record<string, unknown>;

/** Collects `choices[0].delta.reasoning_details` over a stream. */
export class DetailCollector {
  readonly #details: Detail[] = [];

  get details(): readonly unknown[] {
    return this.#details;
  }

  /** Takes one raw chunk of a Chat Completions stream; anything without such details is ignored. */
  push(chunk: unknown): void {
    if (!isRecord(chunk) || !Array.isArray(chunk.choices)) return;
    const choice: unknown = chunk.choices[0];
    const delta = isRecord(choice) ? choice.delta : undefined;
    if (!isRecord(delta) || !Array.isArray(delta.reasoning_details)) return;
    for (const detail of delta.reasoning_details as readonly unknown[]) if (isRecord(detail)) this.#add(detail);
  }

  #add(detail: Readonly<Record<string, unknown>>): void {
    const last = this.#details.at(-1);
    if (last === undefined || !continues(last, detail)) {
      this.#details.push({ ...detail });
      return;
    }
    for (const [name, value] of Object.entries(detail)) {
      const growing = (name === "text" || name === "summary" || name === "data") && typeof value === "string";
      const before = last[name];
      if (growing && typeof before === "string") last[name] = before + value;
      else if (value !== null && value !== undefined) last[name] = value;
    }
  }
}

function continues(last: Detail, detail: Readonly<Record<string, unknown>>): boolean {
  if (last.type !== detail.type || (last.index ?? null) !== (detail.index ?? null)) return false;
  return (
    detail.id === undefined || detail.id === null || last.id === undefined || last.id === null || last.id === detail.id
  );
}
