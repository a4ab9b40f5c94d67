// What went wrong in the browser, as one sentence for the model.

import { takeChars } from "../../kernel/text.ts";
import { Unresponsive } from "./sessions.ts";

export function sentence(error: unknown): string {
  if (error instanceof Unresponsive)
    return "The page stopped answering and was closed; open it again with browser_navigate.";
  const message = error instanceof Error ? error.message : String(error);
  if (/has been closed|Target crashed|Page crashed/.test(message))
    return "The page or its browser is gone; open it again with browser_navigate.";
  if (error instanceof Error && error.name === "TimeoutError")
    return "Not possible within 30 s: the element may be hidden, covered or disabled, or the page does not answer.";
  return takeChars(message.split("\n")[0]?.replace(/^[\w.]+: /, "") ?? "", 500);
}
