// Questions to a person at a terminal. The library behind them is loaded with the first question; where nobody can answer,
// the refusal names the flag that answers instead.

import { UsageFailure } from "../../kernel/failure.ts";
import type { Io } from "./io.ts";
import { WORDS } from "./words.data.ts";

export interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly hint?: string;
}

export interface Prompts {
  title(text: string): void;
  say(text: string): void;
  done(text: string): void;
  confirm(question: string, initial?: boolean): Promise<boolean>;
  pick<T extends string>(question: string, choices: readonly Choice<T>[], initial?: T): Promise<T>;
  /** Like `pick`, with typing to narrow a long list down. */
  search<T extends string>(question: string, choices: readonly Choice<T>[]): Promise<T>;
  ask(question: string, options?: { readonly initial?: string; readonly hint?: string }): Promise<string>;
  secret(question: string): Promise<string>;
  /** A spinner around work that takes a moment. */
  while<T>(text: string, work: () => Promise<T>): Promise<T>;
}

export function canAsk(io: Io): boolean {
  return io.stdinIsTty && io.stdoutIsTty;
}

const SHOWN = 12;

/** Throws UsageFailure with `instead` where nobody can answer; every question throws one when it is cancelled. */
export async function openPrompts(io: Io, instead: string): Promise<Prompts> {
  if (!canAsk(io)) throw new UsageFailure(instead);
  const clack = await import("@clack/prompts");
  const answered = <T>(answer: T): Exclude<T, symbol> => {
    if (clack.isCancel(answer)) throw new UsageFailure(WORDS.prompts.cancelled, 130);
    return answer as Exclude<T, symbol>;
  };
  return {
    title: (text) => clack.intro(text),
    say: (text) => clack.log.info(text),
    done: (text) => clack.outro(text),
    confirm: async (message, initialValue = true) => answered(await clack.confirm({ message, initialValue })),
    async pick(message, choices, initialValue) {
      const options = choices.map((choice) => ({ ...choice, value: choice.value as string }));
      const start = initialValue === undefined ? {} : { initialValue: initialValue as string };
      return answered(
        await clack.select({ message, options, maxItems: SHOWN, ...start }),
      ) as (typeof choices)[number]["value"];
    },
    async search(message, choices) {
      const options = choices.map((choice) => ({ ...choice, value: choice.value as string }));
      return answered(
        await clack.autocomplete({ message, options, maxItems: SHOWN }),
      ) as (typeof choices)[number]["value"];
    },
    async ask(message, { initial, hint } = {}) {
      const answer = await clack.text({
        message,
        ...(initial === undefined ? {} : { initialValue: initial }),
        ...(hint === undefined ? {} : { placeholder: hint }),
      });
      return answered(answer ?? "").trim();
    },
    secret: async (message) => answered((await clack.password({ message })) ?? "").trim(),
    async while(text, work) {
      const spinner = clack.spinner();
      spinner.start(text);
      try {
        return await work();
      } finally {
        spinner.stop(text);
      }
    },
  };
}

/** True when it may be done: said with a flag, or answered here. Throws UsageFailure where nobody can answer. */
export async function mayGoOn(io: Io, question: string, yes: boolean | undefined): Promise<boolean> {
  if (yes === true) return true;
  const prompts = await openPrompts(io, WORDS.prompts.nobodyHere(question));
  return prompts.confirm(question, false);
}
