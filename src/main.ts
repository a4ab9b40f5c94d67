// The first file that runs. It answers `--version` by itself, so that this never waits for anything heavy;
// everything else is loaded after the decision.

declare const __HERMES_VERSION__: string | undefined;
const version = typeof __HERMES_VERSION__ === "string" ? __HERMES_VERSION__ : "0.0.0-source";

const [first] = process.argv.slice(2);
if (first === "--version" || first === "-V") {
  process.stdout.write(`hermes ${version}\n`);
} else {
  process.stderr.write("hermes: this build has no surfaces yet.\n");
  process.exitCode = 1;
}
