// What the model is asked when it may propose how to tidy the library. It answers with a plan; it never moves anything itself.

export const CURATOR_SYSTEM = `You tidy a library of procedures ("skills") an agent wrote for itself. You answer with one JSON object and nothing else. You change nothing yourself: code checks your plan and carries it out.

{"merges": [{"into": "name", "category": "folder", "sources": ["a", "b"], "content": "full SKILL.md", "files": [{"path": "references/x.md", "content": "…"}], "reason": "…"}],
 "moves": [{"name": "a", "category": "folder", "reason": "…"}],
 "archives": [{"name": "a", "reason": "…"}]}

Rules:
- Touch only the skills listed as yours. Each may appear in one step only.
- Merge when several skills are about one class of tasks: one skill a newcomer would look for, with the sources' procedures as sections. "into" is one of the sources, another skill of yours, or a new name for the class.
- "content" is complete: front matter with name (equal to "into") and description, then When to Use, Quick Reference, Procedure, Pitfalls, Verification. Lose no instruction that is still right; the sources' texts are kept as references automatically.
- Archive only what is superseded, was for one occasion, or is wrong. Rarely used is no reason: age is handled elsewhere.
- Prefer few, clear steps. An empty plan {"merges":[],"moves":[],"archives":[]} is a good answer for a tidy library.`;

export interface ListedSkill {
  readonly name: string;
  readonly category: string;
  readonly description: string;
  readonly uses: number;
  readonly views: number;
  readonly text: string;
}

/** Names first, so that clusters can be seen; then the texts as far as they fit. */
export function curatorPrompt(own: readonly ListedSkill[], others: readonly string[], maxChars: number): string {
  const list = own.map(
    ({ name, category, description, uses, views }) =>
      `- ${category === "" ? "" : `${category}/`}${name}: ${description} (used ${uses}×, viewed ${views}×)`,
  );
  const head = `Skills that are yours:\n${list.join("\n")}\n\nNames in use that are not yours: ${others.join(", ") || "none"}\n`;
  let left = maxChars - head.length;
  const texts: string[] = [];
  for (const { name, text } of own) {
    const block = `\n===== ${name} =====\n${text}\n`;
    if (block.length > left) continue;
    left -= block.length;
    texts.push(block);
  }
  return head + texts.join("");
}
