// Screenshots as files for people and as images for models; marked with references on request.

import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { ImagePart } from "../../kernel/message.ts";
import type { NameOf } from "../../kernel/output/page-snapshot.ts";
import { markOf, treeLine } from "../../kernel/output/tree-line.ts";

const KEEP_MS = 24 * 3_600_000;

export interface Screenshots {
  readonly dir: string;
  readonly now: () => number;
  readonly newId: (prefix: string) => string;
}

/** With names, what can be used is marked with them. */
export async function takeScreenshot(
  page: Page,
  nameOf: NameOf | undefined,
  place: Screenshots,
): Promise<{ readonly image: ImagePart; readonly path: string }> {
  const marks = nameOf === undefined ? [] : boxes(await page.ariaSnapshot({ mode: "ai", boxes: true }), nameOf);
  if (nameOf !== undefined) await page.evaluate(`(${DRAW})(${JSON.stringify(marks)})`);
  const bytes = await page.screenshot({ type: "jpeg", quality: 80 }).finally(async () => {
    if (nameOf !== undefined) await page.evaluate("document.getElementById('hermes-marks')?.remove()");
  });
  await mkdir(place.dir, { recursive: true, mode: 0o700 });
  await forgetOld(place);
  const path = join(place.dir, `${place.newId("shot")}.jpg`);
  await writeFile(path, bytes, { mode: 0o600 });
  return { image: { type: "image", mime: "image/jpeg", base64: bytes.toString("base64") }, path };
}

interface Mark {
  readonly ref: string;
  readonly box: readonly number[];
}

const MARKED = /^(?:button|link|textbox|checkbox|radio|combobox|tab|searchbox)\b/;

function boxes(tree: string, nameOf: NameOf): readonly Mark[] {
  return tree.split("\n").flatMap((raw) => {
    const line = treeLine(raw);
    if (line === undefined || !MARKED.test(line.head)) return [];
    const [reference, box] = [markOf(line, "ref"), markOf(line, "box")];
    if (reference === undefined || box === undefined) return [];
    return [{ ref: nameOf(reference, line.head), box: box.split(",").map(Number) }];
  });
}

/** Runs in the page. */
const DRAW = `(marks) => {
  const layer = document.createElement("div");
  layer.id = "hermes-marks";
  layer.style.cssText = "position:fixed;inset:0;pointer-events:none;z-index:2147483647";
  for (const { ref, box: [x, y, width, height] } of marks) {
    const frame = document.createElement("div");
    frame.style.cssText = "position:absolute;border:2px solid #d00;left:" + x + "px;top:" + y + "px;width:" + width + "px;height:" + height + "px";
    const label = document.createElement("span");
    label.textContent = ref;
    label.style.cssText = "position:absolute;left:0;top:0;background:#d00;color:#fff;font:11px monospace;padding:0 2px";
    frame.append(label);
    layer.append(frame);
  }
  document.documentElement.append(layer);
}`;

async function forgetOld({ dir, now }: Screenshots): Promise<void> {
  for (const name of await readdir(dir)) {
    const file = join(dir, name);
    const info = await stat(file).catch(() => undefined);
    if (info !== undefined && now() - info.mtimeMs > KEEP_MS) await rm(file, { force: true });
  }
}
