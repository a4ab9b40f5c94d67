// Names for what can be acted on: @e1, @e2 …, never given twice while the program runs, so that a name of an older page finds nothing.

import type { Page } from "playwright-core";

/** Of one window. Beyond that all are forgotten, and a new snapshot gives new ones. */
const MAX_NAMES = 50_000;
const WHAT_CHARS = 100;

export interface References {
  /**
   * `engine` is how the browser's driver calls an element, `what` its role and name. In a frame that turns to another
   * document the driver begins to count anew: then only a different `what` tells that it means something else by it.
   */
  nameOf(page: Page, engine: string, what: string): string;
  /** Undefined for a name that was given in another window, or never, or of what is no longer there. */
  engineOf(page: Page, name: string): string | undefined;
}

interface Shelf {
  readonly names: Map<string, { readonly name: string; readonly what: string }>;
  readonly engines: Map<string, string>;
}

export function createReferences(): References {
  const pages = new WeakMap<Page, Shelf>();
  let given = 0;
  const shelfOf = (page: Page) => {
    const known = pages.get(page);
    if (known !== undefined) return known;
    const shelf: Shelf = { names: new Map(), engines: new Map() };
    pages.set(page, shelf);
    return shelf;
  };
  return {
    nameOf(page, engine, whole) {
      const { names, engines } = shelfOf(page);
      const what = whole.slice(0, WHAT_CHARS);
      const known = names.get(engine);
      if (known?.what === what) return known.name;
      if (known !== undefined) engines.delete(known.name);
      if (engines.size >= MAX_NAMES) {
        names.clear();
        engines.clear();
      }
      const name = `@e${++given}`;
      names.set(engine, { name, what });
      engines.set(name, engine);
      return name;
    },
    engineOf: (page, name) => shelfOf(page).engines.get(name.startsWith("@") ? name : `@${name}`),
  };
}
