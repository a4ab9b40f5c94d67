// skill-bundles/*.yaml: bundles as files a person may edit.

import { join } from "node:path";
import type { SkillBundles } from "../../../contracts/skill-bundles.ts";
import { bundleText, readBundle, type SkillBundle } from "../../../kernel/skills/bundle.ts";
import { type Disk, listIfThere, nodeDisk, readIfThere } from "./disk.ts";
import { loadYaml } from "./yaml.ts";

export function openBundles(dir: string, disk: Disk = nodeDisk): SkillBundles {
  const files = () =>
    listIfThere(disk, dir)
      .filter(({ name, type }) => type === "file" && /\.ya?ml$/.test(name))
      .map(({ name }) => name)
      .sort();

  async function all(): Promise<readonly (SkillBundle & { readonly file: string })[]> {
    const names = files();
    if (names.length === 0) return [];
    const parse = await loadYaml();
    const found = new Map<string, SkillBundle & { readonly file: string }>();
    for (const file of names) {
      const parsed = parse(readIfThere(disk, join(dir, file)) ?? "");
      const bundle = parsed.type === "ok" ? readBundle(parsed.value, file.replace(/\.ya?ml$/, "")) : undefined;
      if (bundle !== undefined && !found.has(bundle.slug)) found.set(bundle.slug, { ...bundle, file });
    }
    return [...found.values()];
  }

  return {
    list: all,
    async create(bundle) {
      const made = readBundle(bundle, "");
      if (made === undefined) return { type: "refused", why: "A bundle needs a name and at least one skill." };
      if ((await all()).some(({ slug }) => slug === made.slug))
        return { type: "refused", why: `There is already a bundle '${made.slug}'. Delete it first.` };
      disk.write(join(dir, `${made.slug}.yaml`), bundleText(made));
      return { type: "done", message: `Bundle '/${made.slug}' loads ${made.skills.join(", ")}.` };
    },
    async remove(slug) {
      const found = (await all()).find((one) => one.slug === slug);
      if (found === undefined) return { type: "refused", why: `There is no bundle '${slug}'.` };
      disk.remove(join(dir, found.file));
      return { type: "done", message: `Bundle '${slug}' deleted; its skills stay.` };
    },
  };
}
