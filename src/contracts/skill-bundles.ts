// Bundles: one word that loads several skills.

import type { SkillBundle } from "../kernel/skills/bundle.ts";

export type BundleOutcome =
  | { readonly type: "done"; readonly message: string }
  | { readonly type: "refused"; readonly why: string };

/** Throws only StoreFailure. */
export interface SkillBundles {
  /** By file name; of two with the same slug the first counts. */
  list(): Promise<readonly SkillBundle[]>;
  create(bundle: Omit<SkillBundle, "slug">): Promise<BundleOutcome>;
  remove(slug: string): Promise<BundleOutcome>;
}
