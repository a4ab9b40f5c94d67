// Whether writes of the agent wait for a yes: switched for this run at once, and kept in the settings.

import type { Ground } from "./ground.ts";

export interface WriteApproval {
  on(): boolean;
  set(on: boolean): Promise<void>;
}

export function writeApproval(
  { home, config, facts }: Pick<Ground, "home" | "config" | "facts">,
  section: "memory" | "skills",
): WriteApproval {
  const state = { on: config[section].write_approval };
  return {
    on: () => state.on,
    async set(on) {
      state.on = on;
      const { setKey } = await import("../config/save.ts");
      setKey({ home, env: facts.env }, `${section}.write_approval`, String(on));
    },
  };
}
