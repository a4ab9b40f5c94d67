import { fakeIds, tempDir } from "../../testing/fakes.ts";
import { environmentSuite } from "../../testing/suites/environment-suite.ts";
import { createLocalEnvironment } from "./local.ts";

environmentSuite(
  "local",
  async () => {
    const dir = await tempDir();
    const env = createLocalEnvironment({
      cwd: dir.path,
      home: dir.path,
      env: { PATH: process.env.PATH ?? "/usr/bin:/bin" },
      now: Date.now,
      newId: fakeIds().id,
    });
    return {
      env,
      async dispose() {
        await env.dispose();
        await dir.remove();
      },
    };
  },
  { commands: "shell" },
);
