// plugin.yaml as data: what a plugin says it brings, before any of its code is loaded.

import { parse } from "yaml";
import { isRecord } from "../../kernel/json.ts";

export type PluginKind = "standalone" | "backend" | "exclusive" | "model-provider" | "platform";

export interface PluginManifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly author: string;
  readonly kind: PluginKind;
  readonly requiresEnv: readonly string[];
  readonly optionalEnv: readonly string[];
  readonly providesTools: readonly string[];
  readonly providesHooks: readonly string[];
  /** The module to load, relative to the plugin's folder. */
  readonly entry: string | undefined;
}

export type ReadManifest =
  | { readonly type: "ok"; readonly manifest: PluginManifest }
  | { readonly type: "bad"; readonly why: string };

const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/i;
const KINDS: readonly PluginKind[] = ["standalone", "backend", "exclusive", "model-provider", "platform"];

export function readManifest(text: string, folder: string): ReadManifest {
  let value: unknown;
  try {
    value = parse(text, { maxAliasCount: 10 });
  } catch (error) {
    return {
      type: "bad",
      why: `plugin.yaml is not YAML (${error instanceof Error ? error.message.split("\n")[0] : "unreadable"})`,
    };
  }
  if (!isRecord(value)) return { type: "bad", why: "plugin.yaml must be a map" };
  const name = words(value.name) || folder;
  if (!NAME.test(name)) return { type: "bad", why: `"${name}" is no plugin name: letters, digits, ".", "_" and "-"` };
  const entry = words(value.entry) || words(value.main);
  if (entry.split(/[\\/]/).includes("..") || entry.startsWith("/"))
    return { type: "bad", why: "entry must lie inside the plugin's folder" };
  return {
    type: "ok",
    manifest: {
      name,
      version: words(value.version) || "0.0.0",
      description: words(value.description),
      author: words(value.author),
      kind: KINDS.find((kind) => kind === value.kind) ?? "standalone",
      requiresEnv: names(value.requires_env),
      optionalEnv: names(value.optional_env),
      providesTools: names(value.provides_tools),
      providesHooks: names(value.provides_hooks),
      entry: entry === "" ? undefined : entry,
    },
  };
}

function words(value: unknown): string {
  return typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";
}

/** Plain names, or maps with a `name`. */
function names(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly unknown[]).flatMap((item) => {
    const name = isRecord(item) ? words(item.name) : words(item);
    return name === "" ? [] : [name];
  });
}
