// The memory, open for the length of one piece of work.

import type { OpenAdmin } from "../../runtime/admin.ts";
import type { MemoryAdmin } from "../../runtime/admin-memory.ts";

export async function withMemory(
  openAdmin: OpenAdmin,
  work: (memory: MemoryAdmin, now: number) => Promise<void>,
): Promise<void> {
  const { clock, memory } = await openAdmin();
  const admin = await memory();
  try {
    await work(admin, clock.now());
  } finally {
    await admin.close();
  }
}
