import { memorySessionStore } from "./memory-session-store.ts";
import { sessionStoreSuite } from "./suites/session-store-suite.ts";

sessionStoreSuite("memory", async (clock) => {
  const store = memorySessionStore({ clock });
  return { store, again: async () => store, dispose: () => store.close() };
});
