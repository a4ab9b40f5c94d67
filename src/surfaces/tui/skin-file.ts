// A skin from a YAML file: our own role names, or the colour names of the reference's skins, laid over a built-in skin.

import { isRecord } from "../../kernel/json.ts";
import { parseHex } from "./colour.ts";
import { type Palette, type Role, SKINS, type Skin } from "./skins.data.ts";

/** The reference's names for what we call by role. */
const KNOWN_AS: Readonly<Record<string, readonly Role[]>> = {
  banner_title: ["accent", "heading"],
  banner_accent: ["accent"],
  ui_accent: ["accent"],
  prompt: ["user"],
  banner_dim: ["dim"],
  banner_text: ["text"],
  ui_ok: ["good"],
  ui_warn: ["caution"],
  ui_error: ["bad"],
  input_rule: ["faint"],
};

/** Undefined when the text is no YAML or no mapping; colours that are none are left out. */
export async function readSkin(name: string, text: string): Promise<Skin | undefined> {
  const { parseDocument } = await import("yaml");
  const document = parseDocument(text);
  const raw: unknown = document.errors.length > 0 ? undefined : document.toJS();
  if (!isRecord(raw)) return undefined;
  const under = SKINS.find((skin) => skin.name === raw.base) ?? SKINS[0];
  if (under === undefined) return undefined;
  const both = colours(raw.colors);
  const branding = isRecord(raw.branding) ? raw.branding : {};
  return {
    name,
    summary: typeof raw.description === "string" ? raw.description : "",
    dark: { ...under.dark, ...both, ...colours(raw.dark) },
    light: { ...under.light, ...both, ...colours(raw.light) },
    agentName: short(branding.agent_name) ?? under.agentName,
    promptSymbol: short(branding.prompt_symbol) ?? under.promptSymbol,
  };
}

function colours(raw: unknown): Partial<Palette> {
  if (!isRecord(raw)) return {};
  const roles = new Set(Object.keys(SKINS[0]?.dark ?? {}));
  const found: Partial<Record<Role, string>> = {};
  for (const [key, value] of Object.entries(raw)) {
    if (typeof value !== "string" || (value !== "" && parseHex(value) === undefined)) continue;
    for (const role of KNOWN_AS[key] ?? (roles.has(key) ? [key as Role] : [])) found[role] = value;
  }
  return found;
}

function short(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim().slice(0, 24) : undefined;
}
