// `hermes approvals list` and `revoke`: the file of standing permissions.

import { createGrants } from "../gates/grants.ts";
import type { GrantAdmin } from "../runtime/admin-grants.ts";
import type { Ground } from "./ground.ts";

export function grantAdmin({ home }: Ground): GrantAdmin {
  const grants = createGrants({ path: home.grants });
  return {
    list: async () => (await grants.list()).map(({ key, at }) => ({ key, ...(at === undefined ? {} : { at }) })),
    revoke: (key) => grants.remove(key),
  };
}
