// Commands about what the model sees: the context itself, how it speaks, and building it anew.

import type { Command } from "../contracts/command.ts";
import type { SessionSettings } from "../contracts/session.ts";
import type { SessionStore } from "../contracts/stores.ts";
import { choosePersonality, personalityNames } from "../kernel/prompt/personality.ts";
import type { ContextReport } from "../kernel/prompt/report.ts";
import { contextPage } from "./context-page.ts";
import { pageReply } from "./page-text.ts";
import { WORDS } from "./words.data.ts";

export interface ContextCommandPorts {
  readonly store: SessionStore;
  /** `personalities:` of config.yaml. */
  readonly personalities: Readonly<Record<string, unknown>>;
  context(
    reference: string,
    settings: SessionSettings,
  ): Promise<{ readonly report: ContextReport; readonly notices: readonly string[] }>;
  /** Keeps a personality for later sessions. */
  keepPersonality(name: string): Promise<void>;
}

export function contextCommands(ports: ContextCommandPorts): readonly Command[] {
  return [context(ports), personality(ports), reload];
}

const context = (ports: ContextCommandPorts): Command => ({
  name: "context",
  summary: WORDS.context.contextSummary,
  group: "context",
  whileBusy: true,
  async run(_args, session) {
    const prompt = await ports.store.prompt(session.id);
    if (prompt === undefined) return { type: "text", text: WORDS.context.notBuiltYet };
    const { report, notices } = await ports.context(session.id, session.settings);
    return pageReply([...contextPage(report), ...notices.map((text) => ({ type: "note", text }) as const)]);
  },
});

const personality = ({ personalities, keepPersonality }: ContextCommandPorts): Command => ({
  name: "personality",
  summary: WORDS.context.personalitySummary,
  args: "[name | none] [--global]",
  group: "context",
  whileBusy: true,
  async run(args, session) {
    const keep = /(^|\s)--global(\s|$)/.test(args);
    const name = args.replace("--global", "").trim();
    if (name === "")
      return { type: "text", text: WORDS.context.personalities(personalityNames(personalities).join(", ")) };
    const choice = choosePersonality(name, personalities);
    if (choice.type === "unknown")
      return {
        type: "text",
        text: WORDS.context.unknownPersonality(choice.name, choice.available.join(", ")),
      };
    await session.configure({ overlay: choice.type === "cleared" ? undefined : choice.text });
    if (keep) await keepPersonality(choice.type === "cleared" ? "" : choice.name);
    const scope = keep ? WORDS.context.fromNowOn : WORDS.context.inThisSession;
    return {
      type: "text",
      text: choice.type === "cleared" ? WORDS.context.plainVoice(scope) : WORDS.context.speakingAs(choice.name, scope),
    };
  },
});

const reload: Command = {
  name: "reload",
  summary: WORDS.context.reloadSummary,
  group: "context",
  whileBusy: false,
  async run(_args, session) {
    await session.configure({ rebuildPrompt: true });
    return {
      type: "text",
      text: WORDS.context.promptReloaded,
    };
  },
};
