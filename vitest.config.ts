import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // What a test waits for comes when it comes; on a busy machine that is not within a second.
    expect: { poll: { timeout: 15_000 } },
    maxWorkers: 2,
    env: { NODE_NO_WARNINGS: "1" },
  },
});
