// Reading answers of services that promise little: a wrong shape is nothing, never a throw.

import { isRecord } from "../../kernel/json.ts";

export function field(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

export function textField(value: unknown, ...names: readonly string[]): string {
  for (const name of names) {
    const found = field(value, name);
    if (typeof found === "string" && found !== "") return found;
  }
  return "";
}

/** The value itself when it is a list, else the first of its named fields that is one. */
export function listOf(value: unknown, ...names: readonly string[]): readonly unknown[] {
  if (Array.isArray(value)) return value;
  for (const name of names) {
    const found = field(value, name);
    if (Array.isArray(found)) return found;
  }
  return [];
}

export function textSetting(config: Readonly<Record<string, unknown>>, name: string, fallback: string): string {
  const value = config[name];
  return typeof value === "string" && value.trim() !== "" ? value.trim() : fallback;
}

export function numberSetting(
  config: Readonly<Record<string, unknown>>,
  name: string,
  { fallback, min, max }: { readonly fallback: number; readonly min: number; readonly max: number },
): number {
  const value = Number(config[name] ?? Number.NaN);
  return Number.isFinite(value) ? Math.min(max, Math.max(min, value)) : fallback;
}

export function flagSetting(config: Readonly<Record<string, unknown>>, name: string, fallback: boolean): boolean {
  const value = config[name];
  return typeof value === "boolean" ? value : fallback;
}
