// A session as Markdown for people: headings, words as they are, calls and results in fences nothing can break out of.

import { isRecord } from "../json.ts";
import { oneLine } from "../text.ts";
import type { ExportedMessage, ExportedSession } from "./export.ts";
import type { SayWhen } from "./when-text.ts";

export function* markdownPieces(session: ExportedSession, when: SayWhen): Generator<string> {
  const facts = [
    `- Session: \`${session.id}\``,
    `- Started: ${when(session.started_at * 1000)}`,
    `- Source: ${session.source}`,
    ...(typeof session.model === "string" ? [`- Model: ${session.model}`] : []),
    ...(typeof session.parent_session_id === "string" ? [`- Continues: \`${session.parent_session_id}\``] : []),
  ];
  yield `# ${titleOf(session)}\n\n${facts.join("\n")}`;
  for (const message of session.messages) yield `\n\n${messageMarkdown(message, when)}`;
  yield "\n\n";
}

export function titleOf(session: ExportedSession): string {
  return typeof session.title === "string" && session.title !== "" ? session.title : session.id;
}

const NAMES: Readonly<Record<string, string>> = { user: "You", assistant: "Assistant", tool: "Tool", system: "System" };

export function speakerOf(message: ExportedMessage): string {
  const name = NAMES[message.role] ?? message.role;
  return message.role === "tool" && typeof message.tool_name === "string" ? `${name}: ${message.tool_name}` : name;
}

function messageMarkdown(message: ExportedMessage, when: SayWhen): string {
  const heading = `## ${oneLine(speakerOf(message))} — ${when(message.timestamp * 1000)}`;
  const text = contentText(message.content);
  const reasoning =
    typeof message.reasoning === "string" && message.reasoning !== "" ? [quoted(message.reasoning)] : [];
  const words = text === "" ? [] : [message.role === "tool" ? fenced(text, "") : text];
  const calls = callsOfExported(message).map((call) => `**${call.name}**\n\n${fenced(call.arguments, "json")}`);
  return [heading, ...reasoning, ...words, ...calls].join("\n\n");
}

const quoted = (text: string): string =>
  text
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");

/** A fence longer than any run of backticks inside. */
function fenced(text: string, language: string): string {
  const longest = (text.match(/`+/gu) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** The words of exported content; images as a short mark. */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return content === null || content === undefined ? "" : JSON.stringify(content);
  return content
    .map((part: unknown) => {
      if (typeof part === "string") return part;
      if (isRecord(part) && typeof part.text === "string") return part.text;
      return imageOf(part) === undefined ? JSON.stringify(part) : "[image]";
    })
    .join("\n");
}

/** The data URL of an image part. */
export function imageOf(part: unknown): string | undefined {
  if (!isRecord(part)) return undefined;
  const url = isRecord(part.image_url) ? part.image_url.url : part.image_url;
  return typeof url === "string" && url.startsWith("data:image/") ? url : undefined;
}

export function callsOfExported(
  message: ExportedMessage,
): readonly { readonly name: string; readonly arguments: string }[] {
  if (!Array.isArray(message.tool_calls)) return [];
  return message.tool_calls.flatMap((call: unknown) => {
    const fn = isRecord(call) && isRecord(call.function) ? call.function : undefined;
    if (fn === undefined || typeof fn.name !== "string") return [];
    return [
      {
        name: fn.name,
        arguments: typeof fn.arguments === "string" ? fn.arguments : (JSON.stringify(fn.arguments) ?? ""),
      },
    ];
  });
}
