// Signatures the loopback server issues and recognises without keeping state: each follows from wire, model and content.

import { createHash } from "node:crypto";
import { canonicalJson } from "../kernel/json.ts";
import type { ScriptPart } from "./script.ts";
import type { WireName } from "./wires/wire.ts";

/** The one signature this wire and model would issue for this content. */
export function issueSignature(wire: WireName, model: string, content: string): string {
  return createHash("sha256").update(`${wire}\n${model}\n${content}`).digest("base64");
}

export function isIssued(signature: unknown, wire: WireName, model: string, content: string): boolean {
  return signature === issueSignature(wire, model, content);
}

/** What goes on the wire for a reasoning part: undefined when the script leaves the signature out. */
export function signatureFor(
  part: Extract<ScriptPart, { type: "reasoning" }>,
  wire: WireName,
  model: string,
): string | undefined {
  const wish = part.signature ?? "issued";
  if (wish === "missing") return undefined;
  return wish === "issued" ? issueSignature(wire, model, part.text) : wish.is;
}

/** What a call's signature covers. */
export function callContent(name: string, args: unknown): string {
  return `${name}(${canonicalJson(args)})`;
}
