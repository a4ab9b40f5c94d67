// Going to an address, with the reason in words when it does not work out.

import type { Page, Request } from "playwright-core";

const TIMEOUT_MS = 60_000;
const SETTLE_MS = 5_000;
const TRIES = 3;

export type Visited =
  | { readonly type: "arrived"; readonly status: number }
  | { readonly type: "failed"; readonly why: string };

/** `refusal` knows what our own proxy held back, on the way there or after a redirect. */
export async function visit(
  page: Page,
  url: URL,
  refusal: (url: string) => Promise<string | undefined>,
): Promise<Visited> {
  let last = url.href;
  const follow = (request: Request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) last = request.url();
  };
  page.on("request", follow);
  try {
    const response = await arrive(page, url, TRIES);
    const status = response?.status() ?? 200;
    const why = status === 403 || status === 502 ? await refusal(last) : undefined;
    return why === undefined ? { type: "arrived", status } : { type: "failed", why };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof Error && error.name === "TimeoutError")
      return { type: "failed", why: "The page did not load within 60 s; browser_snapshot shows what is there so far." };
    if (message.includes("Download is starting"))
      return { type: "failed", why: "This address is a file to download, not a page; fetch it with terminal." };
    const why = /ERR_(?:TUNNEL|PROXY)/.test(message) ? await refusal(last) : undefined;
    if (why === undefined) throw error;
    return { type: "failed", why };
  } finally {
    page.off("request", follow);
  }
}

/** The error page of an earlier failure may still be on its way and push this visit aside. */
async function arrive(page: Page, url: URL, tries: number): ReturnType<Page["goto"]> {
  try {
    return await page.goto(url.href, { timeout: TIMEOUT_MS, waitUntil: "domcontentloaded" });
  } catch (error) {
    const pushedAside = error instanceof Error && error.message.includes("interrupted by another navigation");
    if (!pushedAside || tries <= 1) throw error;
    await page.waitForLoadState("domcontentloaded", { timeout: SETTLE_MS }).catch(() => undefined);
    return arrive(page, url, tries - 1);
  }
}
