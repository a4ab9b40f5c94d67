// The browser tools: look at a page as text, act by reference, and look again.

import type { Page } from "playwright-core";
import { z } from "zod";
import { defineTool, jsonResult, type Tool, type ToolContext, type ToolResult } from "../../contracts/tool.ts";
import { headAndTail } from "../../kernel/output/cut.ts";
import { challengeWarning, pageSnapshot } from "../../kernel/output/page-snapshot.ts";
import { takeChars } from "../../kernel/text.ts";
import { failed } from "../failures.ts";
import type { NetGuard } from "../guarded-fetch.ts";
import { zodSchema } from "../schema.ts";
import type { See } from "../vision.ts";
import { type Screenshots, takeScreenshot } from "./screenshot.ts";
import type { BrowserSessions, PageSession } from "./sessions.ts";

const SNAPSHOT_CHARS = 8_000;
const FULL_SNAPSHOT_CHARS = 40_000;
const NAVIGATE_TIMEOUT_MS = 60_000;
const SCROLL_PIXELS = 500;

export interface BrowserToolsOptions {
  readonly sessions: BrowserSessions;
  readonly guard: NetGuard;
  readonly see: See;
  readonly screenshots: Screenshots;
}

interface Definition<S extends z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly shape: () => S;
  readonly effect: Tool["effect"];
  readonly label?: (input: z.output<S>) => string;
  run(input: z.output<S>, session: PageSession, context: ToolContext): Promise<ToolResult>;
}

export function browserTools(options: BrowserToolsOptions): readonly Tool[] {
  const { sessions, guard } = options;
  const tool = <S extends z.ZodObject>(definition: Definition<S>): Tool =>
    defineTool<z.output<S>>({
      name: `browser_${definition.name}`,
      toolset: "browser",
      description: definition.description,
      input: zodSchema(`browser_${definition.name}`, definition.shape),
      effect: definition.effect,
      output: "foreign",
      foreignFields: ["url", "title", "snapshot", "images", "console_messages", "result", "analysis", "error"],
      touches: () => [],
      badInput: (why) => failed(why),
      ...(definition.label !== undefined && { label: definition.label }),
      async run(input, context) {
        if (context.signal.aborted) return failed("Interrupted.");
        try {
          const result = await sessions.use(context.sessionId, (session) =>
            abortable(definition.run(input, session, context), context.signal),
          );
          const host = await sessions.use(context.sessionId, async ({ page }) => URL.parse(page.url())?.host ?? "");
          return host === "" ? result : { ...result, taint: `web page (${host})` };
        } catch (error) {
          return failed(firstLine(error));
        }
      },
    });

  return [
    tool({
      name: "navigate",
      description:
        "Open a page in the browser; returns a text snapshot in which usable elements carry references like @e5.",
      shape: () => z.object({ url: z.string().min(1) }),
      effect: "read",
      label: ({ url }) => url,
      async run({ url: given }, { page }) {
        const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(given) ? given : `https://${given}`);
        const why = url === null ? `Not a valid URL: ${given}` : guard.refuseUrl(url);
        if (url === null || why !== undefined) return failed(why ?? "");
        await page.goto(url.href, { timeout: NAVIGATE_TIMEOUT_MS, waitUntil: "domcontentloaded" });
        return seen(page, false);
      },
    }),
    tool({
      name: "snapshot",
      description: "The current page as text; full=true with every element and link address.",
      shape: () => z.object({ full: z.boolean().default(false) }),
      effect: "read",
      run: ({ full }, { page }) => seen(page, full),
    }),
    tool({
      name: "click",
      description: "Click an element by reference.",
      shape: () => z.object({ ref: z.string().min(1) }),
      effect: "execute",
      label: ({ ref }) => ref,
      async run({ ref }, { page }) {
        await element(page, ref).click();
        await settle(page);
        return jsonResult({ success: true, clicked: ref, url: page.url() });
      },
    }),
    tool({
      name: "type",
      description: "Clear a field by reference and type text into it.",
      shape: () => z.object({ ref: z.string().min(1), text: z.string() }),
      effect: "execute",
      label: ({ ref }) => ref,
      async run({ ref, text }, { page }) {
        await element(page, ref).fill(text);
        return jsonResult({ success: true, typed: text, element: ref });
      },
    }),
    tool({
      name: "press",
      description: "Press a key, e.g. Enter, Escape, ArrowDown, Control+a.",
      shape: () => z.object({ key: z.string().min(1) }),
      effect: "execute",
      label: ({ key }) => key,
      async run({ key }, { page }) {
        await page.keyboard.press(key);
        await settle(page);
        return jsonResult({ success: true, pressed: key, url: page.url() });
      },
    }),
    tool({
      name: "scroll",
      description: "Scroll the page.",
      shape: () => z.object({ direction: z.enum(["up", "down"]) }),
      effect: "read",
      async run({ direction }, { page }) {
        await page.mouse.wheel(0, direction === "down" ? SCROLL_PIXELS : -SCROLL_PIXELS);
        return jsonResult({ success: true, scrolled: direction });
      },
    }),
    tool({
      name: "back",
      description: "Go back one page.",
      shape: () => z.object({}),
      effect: "read",
      async run(_input, { page }) {
        await page.goBack({ waitUntil: "domcontentloaded" });
        return jsonResult({ success: true, url: page.url() });
      },
    }),
    tool({
      name: "get_images",
      description: "Addresses and descriptions of the page's images.",
      shape: () => z.object({}),
      effect: "read",
      async run(_input, { page }) {
        const images = await page.locator("img").evaluateAll((found) =>
          found.slice(0, 200).map((image) => {
            const { src, alt, naturalWidth, naturalHeight } = image as unknown as ImageElement;
            return { src: src.startsWith("data:") ? "data:" : src, alt, width: naturalWidth, height: naturalHeight };
          }),
        );
        return jsonResult({ success: true, images, count: images.length });
      },
    }),
    tool({
      name: "console",
      description: "Console messages and errors of the page, or the value of a JavaScript expression in it.",
      shape: () => z.object({ clear: z.boolean().default(false), expression: z.string().optional() }),
      effect: "execute",
      async run({ clear, expression }, session) {
        if (expression !== undefined) {
          const value: unknown = await session.page.evaluate(expression);
          return jsonResult({
            success: true,
            result: headAndTail(JSON.stringify(value) ?? "undefined", SNAPSHOT_CHARS),
          });
        }
        const messages = session.console.slice();
        if (clear) session.console.length = 0;
        return jsonResult({ success: true, console_messages: messages, total_messages: messages.length });
      },
    }),
    tool({
      name: "vision",
      description:
        "Take a screenshot and answer a question about it; annotate=true marks elements with their references.",
      shape: () => z.object({ question: z.string().min(1), annotate: z.boolean().default(false) }),
      effect: "read",
      async run({ question, annotate }, { page }, context) {
        const { image, path } = await takeScreenshot(page, annotate, options.screenshots);
        const analysis = await options.see(image, question, context);
        if (analysis !== undefined) return jsonResult({ success: true, analysis, screenshot_path: path });
        const shown = jsonResult({
          success: true,
          note: "The screenshot is attached; look at it and answer.",
          screenshot_path: path,
        });
        return { ...shown, parts: [...shown.parts, image] };
      },
    }),
  ];
}

interface ImageElement {
  readonly src: string;
  readonly alt: string;
  readonly naturalWidth: number;
  readonly naturalHeight: number;
}

async function seen(page: Page, full: boolean): Promise<ToolResult> {
  const title = await page.title();
  const { text, elements } = pageSnapshot(await page.ariaSnapshot({ mode: "ai" }), full);
  const warning = challengeWarning(title, text);
  const max = full ? FULL_SNAPSHOT_CHARS : SNAPSHOT_CHARS;
  const cut = takeChars(text, max);
  return jsonResult({
    success: true,
    url: page.url(),
    title,
    snapshot:
      cut.length < text.length ? `${cut}\n[cut at ${max} characters; scroll, or use browser_snapshot full=true]` : text,
    element_count: elements,
    ...(warning !== undefined && { bot_detection_warning: warning }),
  });
}

function element(page: Page, ref: string) {
  return page.locator(`aria-ref=${ref.replace(/^@/, "")}`);
}

/** What a click set in motion gets a moment; a page that never rests does not hold us. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("domcontentloaded", { timeout: 5_000 });
}

function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error("Interrupted."));
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return takeChars(message.split("\n")[0]?.replace(/^[\w.]+: /, "") ?? "", 500);
}
