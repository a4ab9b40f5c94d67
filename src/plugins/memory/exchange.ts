// What of a turn a provider may learn: what the user said and what the agent answered, without tool traffic.

import { hash } from "node:crypto";
import { type Message, textOf } from "../../kernel/message.ts";
import { takeChars } from "../../kernel/text.ts";

export interface Said {
  readonly role: "user" | "assistant";
  readonly content: string;
  readonly at: number;
}

export function saidIn(messages: readonly Message[], maxChars: number): readonly Said[] {
  return messages.flatMap((message): readonly Said[] => {
    if (message.role === "tool" || (message.role === "user" && message.origin === "runtime")) return [];
    const content = takeChars(textOf(message).trim(), maxChars);
    return content === "" ? [] : [{ role: message.role, content, at: message.at }];
  });
}

/** The same words always have the same name, so a mirrored entry can be found again without keeping a list. */
export function nameOfText(text: string): string {
  return hash("sha256", text, "hex").slice(0, 32);
}

/** What has arrived when the time is up; slow and broken parts are simply missing. All broken: the first failure. */
export async function whatArrives<T>(
  work: readonly Promise<T>[],
  signal: AbortSignal,
  maxMs: number,
): Promise<readonly T[]> {
  const done: T[] = [];
  const broken: unknown[] = [];
  const all = Promise.all(
    work.map((one) =>
      one.then(
        (value) => void done.push(value),
        (error: unknown) => void broken.push(error),
      ),
    ),
  );
  const timer = { handle: undefined as ReturnType<typeof setTimeout> | undefined };
  const late = new Promise<void>((resolve) => {
    timer.handle = setTimeout(resolve, maxMs);
    signal.addEventListener("abort", () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
  await Promise.race([all, late]);
  clearTimeout(timer.handle);
  if (done.length === 0 && broken.length > 0) throw broken[0];
  return done;
}
