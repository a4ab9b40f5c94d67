// Sessions as one self-contained page: readable offline, searchable in place, nothing in it can run or load anything.

import type { ExportedMessage, ExportedSession } from "./export.ts";
import { callsOfExported, contentText, imageOf, speakerOf, titleOf } from "./export-markdown.ts";
import type { SayWhen } from "./when-text.ts";

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/gu, (char) => `&#${char.charCodeAt(0)};`).toWellFormed();
}

const STYLE = `:root{color-scheme:light dark;--line:#8884;--soft:#8881}
body{font:16px/1.55 system-ui,sans-serif;max-width:52rem;margin:0 auto;padding:1rem}
header{position:sticky;top:0;background:Canvas;padding:.6rem 0;border-bottom:1px solid var(--line);display:flex;gap:.8rem;align-items:center}
input{flex:1;font:inherit;padding:.4rem .6rem;border:1px solid var(--line);border-radius:.4rem;background:Field;color:FieldText}
h2{margin:2.2rem 0 .2rem}small{opacity:.7}article{border-top:1px solid var(--line);padding:.7rem 0}
article.user{border-left:3px solid #2a7;padding-left:.7rem}article p{white-space:pre-wrap;overflow-wrap:anywhere;margin:.3rem 0}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--soft);padding:.6rem;border-radius:.4rem;max-height:24rem;overflow:auto}
img{max-width:100%}summary{cursor:pointer;opacity:.8}mark{background:#fd6;color:#000}.gone{display:none}`;

const SCRIPT = `const box=document.getElementById("find"),count=document.getElementById("count");
const items=[...document.querySelectorAll("article")].map(e=>[e,e.textContent.toLowerCase()]);
const sections=[...document.querySelectorAll("section")];
function look(){const words=box.value.toLowerCase().split(/\\s+/).filter(Boolean);let n=0;
for(const [e,t] of items){const hit=words.every(w=>t.includes(w));e.classList.toggle("gone",!hit);if(hit)n++;
for(const d of e.querySelectorAll("details"))d.open=hit&&words.length>0&&words.some(w=>d.textContent.toLowerCase().includes(w));}
for(const s of sections)s.classList.toggle("gone",words.length>0&&!s.querySelector("article:not(.gone)"));
count.textContent=words.length?n+" of "+items.length:items.length+" messages";}
box.addEventListener("input",look);look();`;

/** The page up to its first session; `title` names what is in it. */
export const pageStart = (title: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>
<header><input id="find" type="search" placeholder="Find in these conversations" aria-label="Find"><small id="count"></small></header>
`;

/** What follows the last session. */
export const PAGE_END = `<script>${SCRIPT}</script></body></html>\n`;

/** One session of the page, in pieces: a long one would not fit into one string. */
export function* sectionHtml(session: ExportedSession, when: SayWhen): Generator<string> {
  const facts = [
    session.id,
    session.source,
    typeof session.model === "string" ? session.model : "",
    when(session.started_at * 1000),
  ];
  yield `<section><h2>${escapeHtml(titleOf(session))}</h2><small>${escapeHtml(facts.filter((fact) => fact !== "").join(" · "))}</small>\n`;
  for (const message of session.messages) yield `${articleHtml(message, when)}\n`;
  yield "</section>\n";
}

function articleHtml(message: ExportedMessage, when: SayWhen): string {
  const text = contentText(message.content);
  const parts = [
    `<small>${escapeHtml(speakerOf(message))} · ${escapeHtml(when(message.timestamp * 1000))}</small>`,
    typeof message.reasoning === "string" && message.reasoning !== "" ? folded("Reasoning", message.reasoning) : "",
    text === "" ? "" : message.role === "tool" ? folded("Result", text) : `<p>${escapeHtml(text)}</p>`,
    ...images(message.content),
    ...callsOfExported(message).map((call) => folded(`Calls ${call.name}`, call.arguments)),
  ];
  const kind = message.role === "user" ? ' class="user"' : "";
  return `<article${kind}>${parts.filter((part) => part !== "").join("")}</article>`;
}

const folded = (label: string, text: string): string =>
  `<details><summary>${escapeHtml(label)}</summary><pre>${escapeHtml(text)}</pre></details>`;

function images(content: unknown): readonly string[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap((part: unknown) => {
    const url = imageOf(part);
    return url === undefined || !/^data:image\/[a-z+.-]+;base64,[A-Za-z0-9+/=]*$/u.test(url)
      ? []
      : [`<img alt="image" src="${url}">`];
  });
}
