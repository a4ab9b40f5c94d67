// What the person set about how things look. Read here once, so that the rest of the interface never sees the settings file.

import { openHome } from "../../config/open-home.ts";
import { loadConfigQuickly } from "../../config/quick-load.ts";
import type { PasteLimits } from "./paste.ts";
import type { BusyMode } from "./state.ts";
import type { TuiContext } from "./tui-context.ts";

export interface TuiSettings {
  readonly skin: string;
  readonly busyMode: BusyMode;
  readonly showThoughts: boolean;
  readonly bell: boolean;
  readonly hide: { readonly diffs: boolean; readonly calls: boolean };
  /** Answers as the model wrote them, marks and all. */
  readonly rawAnswers: boolean;
  readonly pastes: PasteLimits;
  readonly rememberPrompts: boolean;
  readonly recapExchanges: number;
  readonly historyFile: string;
  readonly skinsFolder: string;
}

export async function readTuiSettings({
  facts,
  profile,
  ignoreUserConfig,
}: Pick<TuiContext, "facts" | "profile" | "ignoreUserConfig">): Promise<TuiSettings> {
  const home = openHome(facts, profile);
  const { config } = await loadConfigQuickly({ home, env: facts.env, secrets: new Map(), ignoreUserConfig });
  const { display } = config;
  return {
    skin: display.skin,
    busyMode: display.busy_input_mode,
    showThoughts: display.show_reasoning,
    bell: display.bell_on_complete,
    hide: { diffs: !display.inline_diffs, calls: display.tool_progress === "off" },
    rawAnswers: display.final_response_markdown === "raw",
    pastes: { lines: config.paste_collapse_threshold, chars: config.paste_collapse_char_threshold },
    rememberPrompts: display.persist_prompts,
    recapExchanges: display.resume_display === "full" ? display.resume_exchanges : 0,
    historyFile: home.history,
    skinsFolder: home.skins,
  };
}
