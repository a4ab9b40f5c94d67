// Whose data a call may touch. There is no call into memory, skills or sessions without one.

/** The owner of the home, or a guest of a shared gateway with an id of their own. */
export type Principal = { readonly type: "owner" } | { readonly type: "guest"; readonly id: string };

export const OWNER: Principal = { type: "owner" };

/** The stable text form stored in `sessions.user_id`: undefined for the owner, as in a single-user home. */
export function principalId(principal: Principal): string | undefined {
  return principal.type === "owner" ? undefined : principal.id;
}

export function samePrincipal(a: Principal, b: Principal): boolean {
  return principalId(a) === principalId(b);
}
