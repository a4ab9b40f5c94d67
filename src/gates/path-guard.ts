// Keeps file tools away from control files and credentials, and asks before they write outside the workspace.

import type { Gate, Verdict } from "../contracts/gate.ts";
import { guardPath } from "../kernel/shell/guard.ts";
import { normalizePath } from "../kernel/shell/paths.ts";
import { ellipsize } from "../kernel/text.ts";
import { type PlaceOptions, placesFor } from "./gate-places.ts";
import { realPathOf } from "./real-path.ts";

const ALLOW: Verdict = { type: "allow" };

export function pathGuard(options: PlaceOptions): Gate {
  return {
    name: "paths",
    async check(call, tool, context) {
      const decoded = tool.input.decode(call.input);
      if (decoded.type === "bad") return ALLOW;
      const use = tool.effect === "write" ? "write" : "read";
      const places = placesFor(context, options);
      const reasons: string[] = [];
      const asked: string[] = [];
      for (const path of tool.touches(decoded.value)) {
        const named = normalizePath(context.env.resolve(path));
        const real = await realPathOf(context, path);
        if (real === undefined) {
          reasons.push(`where ${ellipsize(named, 120)} leads cannot be told`);
          asked.push(named);
        }
        for (const each of real === undefined || named === real ? [named] : [named, real]) {
          const verdict = guardPath(each, use, places);
          if (verdict.type === "deny")
            return { type: "deny", why: each === named ? verdict.why : `${path} leads to ${each}: ${verdict.why}` };
          if (verdict.type === "ask") {
            reasons.push(verdict.why);
            asked.push(each);
          }
        }
      }
      if (reasons.length === 0) return ALLOW;
      return {
        type: "ask",
        text: tool.label?.(decoded.value) ?? `${tool.name} ${asked[0] ?? ""}`,
        subject: asked.join("\n"),
        reasons: [...new Set(reasons)],
        key: `path ${use} ${[...new Set(asked)].sort().join(" ")}`,
        scopes: ["once", "task", "session", "always"],
      };
    },
  };
}
