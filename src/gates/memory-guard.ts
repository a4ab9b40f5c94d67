// Keeps file tools out of other people's memory: a guest reaches none of the files, the owner none of the guests'.

import type { Gate, Verdict } from "../contracts/gate.ts";
import type { Principal } from "../kernel/principal.ts";
import { normalizePath } from "../kernel/shell/paths.ts";
import { realPathOf } from "./real-path.ts";

export interface MemoryGuardOptions {
  /** `<home>/memories`. */
  readonly memories: string;
  /** `<home>/pending`. */
  readonly pending: string;
}

const ALLOW: Verdict = { type: "allow" };

export function memoryGuard({ memories, pending }: MemoryGuardOptions): Gate {
  const folders = [memories, pending].map(normalizePath);

  /** A guest's search from above would reach in; the owner's own folders stay searchable. */
  const isClosed = (path: string, principal: Principal): boolean =>
    principal.type === "owner"
      ? folders.some((dir) => isWithin(path, `${dir}/guests`))
      : folders.some((dir) => isWithin(path, dir) || isWithin(dir, path));

  return {
    name: "memory",
    async check(call, tool, context) {
      const decoded = tool.input.decode(call.input);
      if (decoded.type === "bad") return ALLOW;
      for (const path of tool.touches(decoded.value)) {
        const named = normalizePath(context.env.resolve(path));
        // What nobody can follow nobody can open either; its name is still judged.
        const places = [named, (await realPathOf(context, path)) ?? named];
        if (places.some((place) => isClosed(place, context.principal)))
          return { type: "deny", why: `${path} holds other people's memory` };
      }
      return ALLOW;
    },
  };
}

function isWithin(path: string, dir: string): boolean {
  return path === dir || path.startsWith(dir.endsWith("/") ? dir : `${dir}/`);
}
