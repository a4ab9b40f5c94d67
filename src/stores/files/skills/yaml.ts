// Front matter to a value. The library is loaded the first time the quick reader is unsure.

import { quickHead } from "../../../kernel/skills/quick-head.ts";
import { looseHead } from "../../../kernel/skills/split.ts";

export type ParseYaml = (text: string) => { readonly type: "ok"; readonly value: unknown } | { readonly type: "bad" };

/** The real parser, for when only valid YAML will do. */
export async function loadYaml(): Promise<ParseYaml> {
  const { parseDocument } = await import("yaml");
  return (text) => {
    // Front matter needs no aliases; counting them off keeps a bomb from going off.
    const document = parseDocument(text, { logLevel: "silent", uniqueKeys: false, stringKeys: true });
    if (document.errors.length > 0) return { type: "bad" };
    try {
      return { type: "ok", value: document.toJS({ maxAliasCount: 20 }) };
    } catch (error) {
      if (error instanceof ReferenceError) return { type: "bad" };
      throw error;
    }
  };
}

/** Front matter of a file that is there anyway: what is not YAML is read line by line. */
export async function readHeads(heads: readonly (string | undefined)[]): Promise<readonly unknown[]> {
  const quick = heads.map((head) => (head === undefined ? undefined : quickHead(head)));
  const parse = quick.some((one) => one?.type === "unsure") ? await loadYaml() : undefined;
  return heads.map((head, i) => {
    const read = quick[i];
    if (head === undefined || read === undefined) return undefined;
    if (read.type === "ok") return read.value;
    const parsed = parse?.(head);
    return parsed?.type === "ok" ? parsed.value : looseHead(head);
  });
}

/** Undefined for front matter that is not valid YAML. */
export async function readHeadStrictly(head: string): Promise<unknown> {
  const quick = quickHead(head);
  if (quick.type === "ok") return quick.value;
  const parsed = (await loadYaml())(head);
  return parsed.type === "ok" ? parsed.value : undefined;
}
