// The vitest reporter of `npm test`: one line per finished file, every failure in full at the end, and the result as JSON
// for the script that counts. Skipped tests keep the reason they gave.

import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

export default class TestReport {
  #root = process.cwd();
  #total = 0;
  #done = 0;

  onInit(vitest) {
    this.#root = vitest.config.root;
  }

  onTestRunStart(specifications) {
    this.#total = specifications.length;
  }

  onTestModuleEnd(module) {
    this.#done += 1;
    const states = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const test of module.children.allTests()) states[test.result().state] += 1;
    const counts = Object.entries(states).flatMap(([state, count]) => (count > 0 ? [`${count} ${state}`] : []));
    const { startTime = 0 } = module.task.result ?? {};
    const mark = module.state() === "failed" ? "FAIL" : " ok ";
    const spent = startTime ? seconds(Date.now() - startTime) : "";
    const name = relative(this.#root, module.moduleId);
    console.log(`${mark} [${this.#done}/${this.#total}] ${name}: ${counts.join(", ") || "no tests"} ${spent}`);
  }

  #during({ VITEST_TEST_PATH: file, VITEST_TEST_NAME: test }) {
    if (file === undefined) return "the run";
    return `${relative(this.#root, file)}${test === undefined ? "" : ` > ${test}`}`;
  }

  onTestRunEnd(modules, unhandled) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state) => tests.filter((test) => test.result().state === state);
    const broken = modules.filter((module) => module.errors().length > 0);
    const print = (title, errors) => {
      console.log(`\nFAILED ${title}`);
      for (const error of errors ?? []) console.log(indent(describe(error)));
    };
    const title = (test) => `${relative(this.#root, test.module.moduleId)} > ${test.fullName}`;
    for (const test of inState("failed")) print(title(test), test.result().errors);
    for (const module of broken) print(relative(this.#root, module.moduleId), module.errors());
    for (const error of unhandled) print(`outside any test, during ${this.#during(error)}`, [error]);
    const report = {
      passed: inState("passed").length,
      failed: inState("failed").length + inState("pending").length + broken.length + unhandled.length,
      skipped: inState("skipped").map((test) => ({ test: title(test), why: test.result().note ?? "" })),
    };
    writeFileSync(process.env.HERMES_TEST_REPORT ?? ".build/tests.json", JSON.stringify(report));
  }
}

const indent = (text) => text.replace(/^/gm, "    ");
const describe = (error) => {
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at (?!.*(node_modules|new Promise))/.test(line));
  const cause = error.cause?.message ? `caused by: ${error.cause.message}\n${error.cause.diff ?? ""}` : "";
  const parts = [error.message, error.diff, cause, frames.slice(0, 6).join("\n")];
  return stripVTControlCharacters(parts.filter(Boolean).join("\n"));
};
