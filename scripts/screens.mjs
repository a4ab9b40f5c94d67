// Draws the named screens of the terminal interface at four widths on dark and light ground: docs/screens/<screen>-<width>-<ground>.svg.
// node scripts/screens.mjs [--only=name,name] [--widths=120,76] [--grounds=dark] [--png=folder]

import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseScreen } from "./screens/cells.mjs";
import { SCENES } from "./screens/scenes.mjs";
import { openStage } from "./screens/stage.mjs";
import { drawSvg } from "./screens/svg.mjs";

const root = join(import.meta.dirname, "..");
const out = join(root, "docs", "screens");
const flag = (name) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
const list = (name, fallback) => flag(name)?.split(",") ?? fallback;
const only = list(
  "only",
  SCENES.map((scene) => scene.name),
);
const widths = list("widths", ["120", "76", "52", "40"]).map(Number);
const grounds = list("grounds", ["dark", "light"]);
const pngs = flag("png");

await mkdir(out, { recursive: true });
// A busy machine may miss a moment; a second look is enough, a third would hide a fault.
for (const scene of SCENES.filter(({ name }) => only.includes(name)))
  for (const columns of widths)
    for (const ground of grounds) await take(scene, columns, ground).catch(() => take(scene, columns, ground));

async function take(scene, columns, ground) {
  const stage = await openStage(scene, columns, ground);
  try {
    await scene.play(stage.terminal, columns);
    await sleep(150);
    const rows = trim(parseScreen(await stage.terminal.painted(), ground));
    const name = `${scene.name}-${columns}-${ground}`;
    const file = join(out, `${name}.svg`);
    await writeFile(file, drawSvg(rows, columns, ground));
    if (pngs !== undefined) await toPng(file, join(pngs, `${name}.png`));
    console.log(name);
  } finally {
    await stage.close();
  }
}

/** Empty rows at the end say nothing. */
function trim(rows) {
  const last = rows.findLastIndex((runs) => runs.some((run) => run.text.trim() !== "" || run.bg !== undefined));
  return rows.slice(0, last + 1);
}

async function toPng(svg, png) {
  await mkdir(dirname(png), { recursive: true });
  const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(execFileSync("head", ["-c", "200", svg]).toString());
  execFileSync(
    "chromium",
    [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--hide-scrollbars",
      "--force-device-scale-factor=1.5",
      `--window-size=${width},${height}`,
      `--screenshot=${png}`,
      svg,
    ],
    { stdio: "ignore" },
  );
}
