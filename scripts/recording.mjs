// Records a conversation in a real terminal as a moving picture: docs/recording.svg. It plays by itself, also where scripts
// are not run, and stands still on its last moment for people who asked for less motion.
// node scripts/recording.mjs

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseScreen } from "./screens/cells.mjs";
import { RECORDING } from "./screens/scenes.mjs";
import { openStage } from "./screens/stage.mjs";
import { drawRow, drawSheet } from "./screens/svg.mjs";

const COLUMNS = 96;
const ROWS = 30;
const LOOK_EVERY_MS = 80;
/** Nobody waits longer than this for something to happen, nor for the end to be read. */
const LONGEST_MS = 450;
const END_MS = 4_000;

const frames = await record();
await writeFile(join(import.meta.dirname, "..", "docs", "recording.svg"), moving(frames));
console.log(`${frames.length} moments, ${(total(frames) / 1000).toFixed(1)} s`);

async function record() {
  const stage = await openStage({ ...RECORDING, rows: ROWS }, COLUMNS, "dark");
  const seen = [];
  const state = { over: false };
  const watching = (async () => {
    while (!state.over) {
      const painted = await stage.terminal.painted();
      if (painted !== seen.at(-1)?.painted) seen.push({ painted, at: performance.now() });
      await sleep(LOOK_EVERY_MS);
    }
  })();
  try {
    await RECORDING.play(stage.terminal);
    await sleep(400);
  } finally {
    state.over = true;
    await watching;
    await stage.close();
  }
  return seen.map(({ painted, at }, index) => ({
    rows: parseScreen(painted, "dark"),
    ms: index === seen.length - 1 ? END_MS : Math.min(LONGEST_MS, seen[index + 1].at - at),
  }));
}

function total(moments) {
  return moments.reduce((sum, { ms }) => sum + ms, 0);
}

/** Each row is drawn once for as long as it stays the same, and shown in that time. */
function moving(moments) {
  const whole = total(moments);
  const starts = moments.map((_, index) => (total(moments.slice(0, index)) / whole) * 100);
  const spans = new Map();
  const body = [];
  for (let row = 0; row < ROWS; row++) {
    for (let from = 0; from < moments.length; ) {
      const runs = moments[from].rows[row] ?? [];
      const same = (index) => JSON.stringify(moments[index].rows[row] ?? []) === JSON.stringify(runs);
      let to = from + 1;
      while (to < moments.length && same(to)) to++;
      const drawn = drawRow(runs, row, "dark");
      if (drawn.length > 0) body.push(`<g${classOf(from, to)}>${drawn.join("")}</g>`);
      from = to;
    }
  }
  const styles = [...spans].map(([name, { from, to }]) => keyframes(name, from, to, whole));
  return drawSheet(
    body,
    ROWS,
    COLUMNS,
    "dark",
    `${styles.join("")}@media(prefers-reduced-motion){g{animation:none!important}}`,
  );

  function classOf(from, to) {
    if (from === 0 && to === moments.length) return "";
    const name = `m${from}-${to}`;
    spans.set(name, { from: starts[from], to: to === moments.length ? 100 : starts[to] });
    return ` class="${name}"`;
  }
}

/** In steps: each state holds until the next one is reached. */
function keyframes(name, from, to, whole) {
  const at = (percent, state) => `${percent.toFixed(3)}%{visibility:${state}}`;
  const states = [from > 0 ? at(0, "hidden") : "", at(from, "visible"), to < 100 ? at(to, "hidden") : ""];
  const still = to < 100 ? "hidden" : "visible";
  return `@keyframes ${name}{${states.join("")}}.${name}{visibility:${still};animation:${name} ${Math.round(whole)}ms step-end infinite}`;
}
