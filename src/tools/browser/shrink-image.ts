// A picture made small enough for a model, by the one program here that can draw: the browser, on an empty page.

import type { ImageLimits, Shrink } from "../images.ts";
import type { BrowserSessions } from "./sessions.ts";

const SESSION = "pictures being made smaller";
const LIMIT_MS = 60_000;

export function imageShrinker(sessions: BrowserSessions): Shrink {
  return (bytes, mime, limits) =>
    sessions
      .use(SESSION, LIMIT_MS, async ({ page }) => {
        const asked: Asked = { ...limits, mime, base64: Buffer.from(bytes).toString("base64") };
        const small: unknown = await page.evaluate(`(${DRAW})(${JSON.stringify(asked)})`);
        return typeof small === "string" ? Buffer.from(small, "base64") : undefined;
      })
      // A picture the browser cannot read, or a browser that does not start: then it stays as it is.
      .catch(() => undefined);
}

interface Asked extends ImageLimits {
  readonly mime: string;
  readonly base64: string;
}

/** Runs in the page. */
const DRAW = `async ({ mime, base64, maxSide, maxBytes }) => {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: mime }));
  for (let scale = Math.min(1, maxSide / Math.max(image.width, image.height)); scale > 0.02; scale *= 0.7) {
    const canvas = new OffscreenCanvas(Math.max(1, image.width * scale), Math.max(1, image.height * scale));
    const pen = canvas.getContext("2d");
    pen.fillStyle = "white";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    const drawn = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.85 });
    if (drawn.size > maxBytes) continue;
    const reader = new FileReader();
    await new Promise((done) => { reader.onload = done; reader.readAsDataURL(drawn); });
    return reader.result.slice(reader.result.indexOf(",") + 1);
  }
}`;
