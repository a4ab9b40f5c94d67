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
  /** Read when set. */
  readonly optional: readonly ProviderSecret[];
  /** Its settings, relative to the home; JSON. */
  readonly settingsFile: string;
  /** Where it keeps its own data, relative to the home. */
  readonly dataDir: string;
  /** A program it needs on the PATH. */
  readonly program?: string;
}

export interface BundledProvider {
  readonly manifest: ProviderManifest;
  load(): Promise<Plugin>;
}
