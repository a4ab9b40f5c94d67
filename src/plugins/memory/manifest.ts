// What a bundled memory provider is, before any of its code is loaded.

import type { Plugin } from "../../contracts/plugin.ts";

export interface ProviderSecret {
  readonly name: string;
  readonly what: string;
}

export interface ProviderManifest {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  /** Must be set before the provider can run. */
  readonly requires: readonly ProviderSecret[];
  /** One of these optional ones must be set, unless its settings say more. */
  readonly either?: readonly string[];
  /** Read when set. */
  readonly optional: readonly ProviderSecret[];
  /** Its settings, relative to the home; JSON. */
  readonly settingsFile: string;
  /** Where it keeps its own data, relative to the home. */
  readonly dataDir: string;
  /** A program it needs on the PATH. */
  readonly program?: string;
}

export interface ProviderGround {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** It has settings of its own, which may name an address or another program. */
  readonly configured: boolean;
  isOnPath(program: string): boolean;
}

export interface ProviderNeeds {
  /** In words, met or not. */
  readonly needs: readonly string[];
  readonly missing: readonly string[];
  /** Variables that would meet what is missing. */
  readonly asks: readonly string[];
}

export function providerNeeds(manifest: ProviderManifest, ground: ProviderGround): ProviderNeeds {
  const { requires, either = [], program } = manifest;
  const { env, configured } = ground;
  const all = [
    ...requires.map(({ name }) => ({ what: name, met: Boolean(env[name]), asks: [name] })),
    ...(either.length === 0
      ? []
      : [{ what: either.join(" or "), met: configured || either.some((name) => env[name]), asks: either.slice(0, 1) }]),
    ...(program === undefined
      ? []
      : [{ what: `the program ${program}`, met: configured || ground.isOnPath(program), asks: [] }]),
  ];
  const unmet = all.filter(({ met }) => !met);
  return {
    needs: all.map(({ what }) => what),
    missing: unmet.map(({ what }) => what),
    asks: unmet.flatMap(({ asks }) => asks),
  };
}

export interface BundledProvider {
  readonly manifest: ProviderManifest;
  load(): Promise<Plugin>;
}
