// Whether a path belongs to the work at hand: what comes from elsewhere taints the turn.

import { type Environment, workplaceOf } from "../contracts/environment.ts";

/** Judges the real path: a link inside the workspace that leads out of it is outside. */
export async function outsideWorkspace(env: Environment, path: string): Promise<boolean> {
  const [real, root] = await Promise.all([env.realPath(path), env.realPath(workplaceOf(env))]);
  return real !== root && !real.startsWith(root.endsWith("/") ? root : `${root}/`);
}

/** Shown instead of the absolute path where it is shorter and means the same. */
export function shortPath(env: Environment, path: string): string {
  const absolute = env.resolve(path);
  return absolute.startsWith(`${env.cwd}/`) ? absolute.slice(env.cwd.length + 1) : absolute;
}
