// Variables of a setting: `.env` first, as in the reference, then the shell. The file is read only when a variable is met.

import type { Secrets } from "./env-text.ts";
import type { Home } from "./home.ts";
import type { Env } from "./process-facts.ts";
import { loadSecrets } from "./secrets.ts";
import type { Lookup } from "./substitute.ts";

export interface LookupQuery {
  readonly home: Pick<Home, "env">;
  readonly env: Env;
  /** `.env`, when it was read already. */
  readonly secrets?: Secrets;
}

export function lookupOf({ home, env, secrets }: LookupQuery): Lookup {
  let known = secrets;
  return (name) => {
    known ??= loadSecrets(home);
    return known.get(name) ?? env[name];
  };
}
