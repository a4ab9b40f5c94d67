// The browser tools: look at a page as text, act by reference, and look again.

import type { Locator, Page } from "playwright-core";
import { z } from "zod";
import {
  defineTool,
  jsonResult,
  type Tool,
  type ToolContext,
  type ToolReach,
  type ToolResult,
} from "../../contracts/tool.ts";
import { headAndTail } from "../../kernel/output/cut.ts";
import { challengeWarning, type NameOf, pageSnapshot } from "../../kernel/output/page-snapshot.ts";
import { takeChars } from "../../kernel/text.ts";
import { failed } from "../failures.ts";
import type { NetGuard } from "../guarded-fetch.ts";
import { zodSchema } from "../schema.ts";
import { look, type See } from "../vision.ts";
import { sentence } from "./browser-failure.ts";
import { findElement } from "./find-element.ts";
import type { PageSession } from "./page-session.ts";
import type { References } from "./references.ts";
import { type Screenshots, takeScreenshot } from "./screenshot.ts";
import type { BrowserSessions } from "./sessions.ts";
import { visit } from "./visit.ts";

const SNAPSHOT_CHARS = 8_000;
const FULL_SNAPSHOT_CHARS = 40_000;
/** More than playwright's own limit for one act, whose words are better. */
const LIMIT_MS = 40_000;
const NAVIGATE_LIMIT_MS = 100_000;
/** A model looks at the picture meanwhile. */
const VISION_LIMIT_MS = 300_000;
const SCROLL_PIXELS = 500;
const SETTLE_MS = 5_000;
const MAX_NAME_CHARS = 2_000;
const NOTHING_OPEN =
  "No page is open: start with browser_navigate. One that crashed or was idle for long has been closed.";

export interface BrowserToolsOptions {
  readonly sessions: BrowserSessions;
  readonly guard: NetGuard;
  readonly see: See;
  readonly screenshots: Screenshots;
  /** How long a page may leave one act unanswered. */
  readonly limitMs?: number;
}

interface Definition<S extends z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly shape: () => S;
  readonly effect: Tool["effect"];
  readonly label?: (input: z.output<S>) => string;
  readonly reach?: (input: z.output<S>) => ToolReach;
  /** Opens a page itself; the others need one. */
  readonly opens?: true;
  readonly limitMs?: number;
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
      foreignFields: [
        "url",
        "title",
        "snapshot",
        "images",
        "console_messages",
        "dialogs",
        "result",
        "analysis",
        "error",
      ],
      touches: () => [],
      badInput: (why) => failed(why),
      ...(definition.label !== undefined && { label: definition.label }),
      reach: definition.reach ?? (() => "looks"),
      async run(input, context) {
        if (context.signal.aborted) return failed("Interrupted.");
        let host = "";
        const act = async (session: PageSession): Promise<ToolResult> => {
          if (definition.opens !== true && !session.isOpen()) return failed(NOTHING_OPEN);
          try {
            return await abortable(definition.run(input, session, context), context.signal);
          } finally {
            host = URL.parse(session.page.url())?.host ?? "";
          }
        };
        const result = await sessions
          .use(context.sessionId, definition.limitMs ?? options.limitMs ?? LIMIT_MS, act)
          .catch((error: unknown) => failed(sentence(error)));
        return host === "" ? result : { ...result, taint: `web page (${host})` };
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
      opens: true,
      limitMs: NAVIGATE_LIMIT_MS,
      async run({ url: given }, session) {
        const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(given) ? given : `https://${given}`);
        const why = url === null ? `Not a valid URL: ${given}` : guard.refuseUrl(url);
        if (url === null || why !== undefined) return failed(why ?? "");
        const visited = await visit(session.page, url, sessions.refusal);
        return visited.type === "failed" ? failed(visited.why) : seen(session, false, visited.status);
      },
    }),
    tool({
      name: "snapshot",
      description: "The current page as text; full=true with every element and link address.",
      shape: () => z.object({ full: z.boolean().default(false) }),
      effect: "read",
      run: ({ full }, session) => seen(session, full),
    }),
    tool({
      name: "click",
      description: "Click an element by reference.",
      shape: () => z.object({ ref: z.string().min(1) }),
      effect: "execute",
      label: ({ ref }) => ref,
      run: ({ ref }, session) =>
        onElement(session, ref, async (element) => {
          await element.click();
          return acted(session, { clicked: ref });
        }),
    }),
    tool({
      name: "type",
      description: "Clear a field by reference and type text into it; in a list, choose the option of that name.",
      shape: () => z.object({ ref: z.string().min(1), text: z.string() }),
      effect: "execute",
      label: ({ ref }) => ref,
      reach: () => "speaks",
      run: ({ ref, text }, session) =>
        onElement(session, ref, async (element) => {
          const isList = await element.evaluate(
            (node) => (node as unknown as { tagName: string }).tagName === "SELECT",
          );
          await (isList ? element.selectOption(text) : element.fill(text));
          return jsonResult({ success: true, typed: text, element: ref, ...dialogsOf(session) });
        }),
    }),
    tool({
      name: "press",
      description: "Press a key, e.g. Enter, Escape, ArrowDown, Control+a.",
      shape: () => z.object({ key: z.string().min(1) }),
      effect: "execute",
      label: ({ key }) => key,
      async run({ key }, session) {
        await session.page.keyboard.press(key);
        return acted(session, { pressed: key });
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
      description: "Go back one page, or close a window a page opened.",
      shape: () => z.object({}),
      effect: "read",
      async run(_input, session) {
        const { page } = session;
        const from = page.url();
        await page.goBack({ waitUntil: "domcontentloaded" });
        if (page.url() !== from && page.url() !== "about:blank") return acted(session, {});
        if (await session.leaveWindow()) return acted(session, {});
        if (page.url() !== from) await page.goForward({ waitUntil: "domcontentloaded" });
        return failed("There is no page to go back to.");
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
      reach: ({ expression }) => (expression === undefined ? "looks" : "speaks"),
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
      limitMs: VISION_LIMIT_MS,
      async run({ question, annotate }, { page, references }, context) {
        const nameOf = annotate ? namesOn(page, references) : undefined;
        const { image, path } = await takeScreenshot(page, nameOf, options.screenshots);
        return look(options.see, image, question, context, { screenshot_path: path });
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

const namesOn =
  (page: Page, references: References): NameOf =>
  (engine, what) =>
    references.nameOf(page, engine, what);

async function seen(session: PageSession, full: boolean, status = 200): Promise<ToolResult> {
  const { page, references } = session;
  const title = takeChars(await page.title(), MAX_NAME_CHARS);
  const { text, elements } = pageSnapshot(await page.ariaSnapshot({ mode: "ai" }), full, namesOn(page, references));
  const warning = challengeWarning(title, text);
  const max = full ? FULL_SNAPSHOT_CHARS : SNAPSHOT_CHARS;
  const cut = takeChars(text, max);
  return jsonResult({
    success: true,
    url: takeChars(page.url(), MAX_NAME_CHARS),
    ...(status >= 400 && { status }),
    title,
    snapshot:
      cut.length < text.length ? `${cut}\n[cut at ${max} characters; scroll, or use browser_snapshot full=true]` : text,
    element_count: elements,
    ...dialogsOf(session),
    ...(warning !== undefined && { bot_detection_warning: warning }),
  });
}

function dialogsOf(session: PageSession): object {
  const dialogs = session.takeDialogs();
  return dialogs.length > 0 ? { dialogs } : {};
}

async function onElement(
  session: PageSession,
  ref: string,
  act: (element: Locator) => Promise<ToolResult>,
): Promise<ToolResult> {
  const element = await findElement(session, ref);
  return element === undefined
    ? failed(`There is no element ${ref} on this page; take a new browser_snapshot.`)
    : act(element);
}

/** What an act set in motion gets a moment; a page that never rests does not hold us. */
async function acted(session: PageSession, facts: object): Promise<ToolResult> {
  await session.settle(SETTLE_MS);
  return jsonResult({ success: true, ...facts, url: session.page.url(), ...dialogsOf(session) });
}

function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error("Interrupted."));
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
