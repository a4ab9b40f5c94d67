// Names for what can be acted on: @e1, @e2 …, never given twice in a conversation, so that a name of an older page finds nothing.

import type { Page } from "playwright-core";

/** Of one window. Beyond that all are forgotten, and a new snapshot gives new ones. */
const MAX_NAMES = 50_000;

/** `engine` is how the browser's driver calls an element; in one window it calls no other so, whatever pages it shows. */
export interface References {
  nameOf(page: Page, engine: string): string;
  /** Undefined for a name that was given in another window, or never. */
  engineOf(page: Page, name: string): string | undefined;
}

export function createReferences(): References {
  const pages = new WeakMap<Page, { names: Map<string, string>; engines: Map<string, string> }>();
  let given = 0;
  const shelfOf = (page: Page) => {
    const known = pages.get(page);
    if (known !== undefined) return known;
    const shelf = { names: new Map<string, string>(), engines: new Map<string, string>() };
    pages.set(page, shelf);
    return shelf;
  };
  return {
    nameOf(page, engine) {
      const { names, engines } = shelfOf(page);
      const known = names.get(engine);
      if (known !== undefined) return known;
      if (names.size >= MAX_NAMES) {
        names.clear();
        engines.clear();
      }
      const name = `@e${++given}`;
      names.set(engine, name);
      engines.set(name, engine);
      return name;
    },
    engineOf: (page, name) => shelfOf(page).engines.get(name.startsWith("@") ? name : `@${name}`),
  };
}
