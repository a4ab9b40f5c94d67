// Changes as unified diffs, for people and for the model's own check.

/** "" when nothing changed. Loads its library on first use: most sessions start without an edit. */
export async function unifiedDiff(
  path: string,
  before: string,
  after: string,
  how: "changed" | "created" | "deleted",
): Promise<string> {
  if (before === after) return "";
  const { createTwoFilesPatch } = await import("diff");
  const from = how === "created" ? "/dev/null" : `a/${path}`;
  const to = how === "deleted" ? "/dev/null" : `b/${path}`;
  const patch = createTwoFilesPatch(from, to, before, after, undefined, undefined, { context: 3, timeout: 1_000 });
  if (patch === undefined) return tooLarge(from, to);
  return patch.replace(/^=+\n/, "");
}

export function tooLarge(from: string, to: string): string {
  return `--- ${from}\n+++ ${to}\n@@ the change is too large to show @@\n`;
}
