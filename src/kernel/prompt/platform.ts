// Chooses the platform hint: configuration first, then the platform's own, then the built-in one.

import { PLATFORM_HINTS } from "./platform.data.ts";

/** A string replaces the hint; `append` adds to it; an empty string silences it. */
export type HintOverride = string | { readonly append?: string | undefined; readonly replace?: string | undefined };

export function platformHint(platform: string, override: HintOverride | undefined, own: string | undefined): string {
  const built = own?.trim() || PLATFORM_HINTS[platform] || "";
  if (override === undefined) return built;
  if (typeof override === "string") return override.trim();
  if (override.replace !== undefined) return override.replace.trim();
  return [built, override.append?.trim() ?? ""].filter((part) => part !== "").join(" ");
}
