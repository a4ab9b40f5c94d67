// The element behind a reference; one of an older page finds nothing, at once.

import type { Locator } from "playwright-core";
import type { PageSession } from "./page-session.ts";

export async function findElement({ page, references }: PageSession, ref: string): Promise<Locator | undefined> {
  const engine = references.engineOf(page, ref);
  if (engine === undefined) return undefined;
  const element = page.locator(`aria-ref=${engine}`);
  try {
    return (await element.count()) > 0 ? element : undefined;
  } catch (error) {
    // The frame it was in went with its page.
    if (error instanceof Error && error.message.includes("Invalid frame in aria-ref")) return undefined;
    throw error;
  }
}
