// Labs that go away when their test is over.

import { afterEach } from "vitest";
import { type LabHome, makeLabHome } from "./lab-home.ts";

/** Call once per test file. */
export function labs(): (settings?: Readonly<Record<string, unknown>>) => Promise<LabHome> {
  const open: LabHome[] = [];
  afterEach(async () => {
    for (const lab of open.splice(0)) await lab.remove();
  });
  return async (settings) => {
    const lab = await makeLabHome(settings);
    open.push(lab);
    return lab;
  };
}
