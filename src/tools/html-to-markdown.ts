// A web page as Markdown: the article where there is one, the body otherwise, without scripts and chrome. Read in a process of
// its own, it imports nothing of the program.

export interface Page {
  readonly title: string;
  readonly markdown: string;
}

const NOISE = "script,style,noscript,template,iframe,svg,canvas,form,nav,footer,aside,[hidden],[aria-hidden=true]";

/** Loads its libraries on first use. */
export async function htmlToMarkdown(html: string, url: string): Promise<Page> {
  const [{ parseHTML }, { Readability }, turndown] = await Promise.all([
    import("linkedom"),
    import("@mozilla/readability"),
    import("turndown"),
  ]);
  const document = wholeDocument(parseHTML, html);
  const title = document.querySelector("title")?.textContent?.trim() ?? "";
  absoluteLinks(document, url);
  const article = new Readability(document.cloneNode(true) as unknown as ReadabilityDocument, {
    charThreshold: 200,
  }).parse();
  const body = article?.content ?? plainBody(document);
  const service = new turndown.default({
    headingStyle: "atx",
    codeBlockStyle: "fenced",
    bulletListMarker: "-",
    emDelimiter: "*",
  });
  service.remove(["script", "style"]);
  const markdown = service
    .turndown(parseHTML(`<!doctype html><html><body>${body}</body></html>`).document.body as unknown as HTMLElementLike)
    .replace(/\n{3,}/g, "\n\n");
  return { title: article?.title?.trim() || title, markdown: markdown.trim() };
}

/** The parser makes no `html`, `head` or `body` where a page leaves them out, as pages may: then they are put around it. */
function wholeDocument(parseHTML: ParseHtml, html: string): ReturnType<ParseHtml>["document"] {
  const { document } = parseHTML(html);
  if (document.querySelector("html > body") !== null) return document;
  const inside = html.replace(/<!doctype[^<>]*>|<\/?(?:html|head|body)(?:\s[^<>]*)?>/giu, "");
  const { document: whole } = parseHTML(`<!doctype html><html><head></head><body>${inside}</body></html>`);
  for (const element of whole.querySelectorAll("title,meta,link,base")) whole.head.append(element);
  return whole;
}

type ParseHtml = typeof import("linkedom").parseHTML;

// The libraries are typed for browsers; linkedom gives the same shape.
type ReadabilityDocument = ConstructorParameters<typeof import("@mozilla/readability").Readability>[0];
type HTMLElementLike = Parameters<InstanceType<typeof import("turndown")>["turndown"]>[0];

interface DocumentLike {
  querySelectorAll(selector: string): Iterable<{
    getAttribute(name: string): string | null;
    setAttribute(name: string, value: string): void;
    remove(): void;
  }>;
  readonly body: { readonly innerHTML: string };
}

function absoluteLinks(document: DocumentLike, url: string): void {
  for (const [selector, name] of [
    ["a[href]", "href"],
    ["img[src]", "src"],
  ] as const) {
    for (const element of document.querySelectorAll(selector)) {
      const target = URL.parse(element.getAttribute(name) ?? "", url);
      if (target !== null) element.setAttribute(name, target.href);
    }
  }
}

function plainBody(document: DocumentLike): string {
  for (const element of document.querySelectorAll(NOISE)) element.remove();
  return document.body?.innerHTML ?? "";
}
