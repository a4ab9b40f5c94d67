// Speech through provider APIs that speak the common audio endpoints: text to a file, a file to text.

import { z } from "zod";
import { defineTool, jsonResult, type Tool } from "../contracts/tool.ts";
import { isRecord, parseJson } from "../kernel/json.ts";
import { charCount } from "../kernel/text.ts";
import type { AudioShelf } from "./audio-shelf.ts";
import { failed, orError } from "./failures.ts";
import { zodSchema } from "./schema.ts";

const TIMEOUT_MS = 120_000;
const MAX_AUDIO_BYTES = 25 * 1024 * 1024;

export interface SpeechProvider {
  readonly name: string;
  /** Up to and including the version, e.g. https://api.openai.com/v1. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly model: string;
  readonly fetch?: typeof fetch;
}

export interface TextToSpeechOptions extends SpeechProvider {
  readonly voice: string;
  readonly maxChars?: number;
  readonly shelf: AudioShelf;
  readonly newId: (prefix: string) => string;
}

const FORMATS = new Set(["mp3", "opus", "aac", "flac", "wav"]);

export function textToSpeechTool(options: TextToSpeechOptions): Tool {
  const { maxChars = 4_096 } = options;
  return defineTool({
    name: "text_to_speech",
    toolset: "tts",
    description: "Speak a text into an audio file and return its path.",
    input: zodSchema("text_to_speech", () => z.object({ text: z.string().min(1), output_path: z.string().optional() })),
    effect: "write",
    output: "own",
    touches: ({ output_path }) => (output_path === undefined ? [] : [output_path]),
    badInput: (why) => failed(why),
    run: ({ text, output_path }, { env, signal }) =>
      orError(async () => {
        if (charCount(text) > maxChars)
          return failed(`The text has ${charCount(text)} characters; ${options.name} takes ${maxChars}.`);
        const ending = (output_path ?? "mp3").split(".").at(-1)?.toLowerCase() ?? "";
        const format = ending === "ogg" ? "opus" : FORMATS.has(ending) ? ending : "mp3";
        const body = JSON.stringify({
          model: options.model,
          voice: options.voice,
          input: text,
          response_format: format,
        });
        const answer = await post(options, "/audio/speech", body, { "content-type": "application/json" }, signal);
        if (typeof answer === "string") return failed(answer);
        if (output_path !== undefined) await env.write(output_path, answer);
        // A file over there can be worked with, but only one that is here can be played or sent.
        const isHere = output_path !== undefined && env.kind === "local";
        const name = `${options.newId("speech")}.${ending === "ogg" ? ending : format}`;
        const here = isHere ? env.resolve(output_path) : await options.shelf.keep(name, answer);
        return jsonResult({
          success: true,
          file_path: output_path === undefined ? here : env.resolve(output_path),
          provider: options.name,
          bytes: answer.length,
          media_tag: `MEDIA:${here}`,
        });
      }),
  });
}

export function transcribeTool(options: SpeechProvider): Tool {
  return defineTool({
    name: "transcribe",
    toolset: "tts",
    description: "Turn an audio file into text.",
    input: zodSchema("transcribe", () => z.object({ path: z.string().min(1), language: z.string().optional() })),
    effect: "read",
    output: "foreign",
    foreignFields: ["transcript"],
    touches: ({ path }) => [path],
    label: ({ path }) => path,
    badInput: (why) => failed(why),
    run: ({ path, language }, { env, signal }) =>
      orError(async () => {
        const stat = await env.stat(path);
        if (stat?.type !== "file") return failed(`File not found: ${path}`);
        if (stat.size > MAX_AUDIO_BYTES) return failed("The file is larger than 25 MB; split it first.");
        const form = new FormData();
        form.set("model", options.model);
        form.set("response_format", "json");
        if (language !== undefined) form.set("language", language);
        form.set("file", new Blob([Buffer.from(await env.read(path))]), path.split("/").at(-1) ?? "audio");
        const answer = await post(options, "/audio/transcriptions", form, {}, signal);
        if (typeof answer === "string") return failed(answer);
        const parsed = parseJson(Buffer.from(answer).toString());
        const text = parsed.type === "ok" && isRecord(parsed.value) ? parsed.value.text : undefined;
        return typeof text === "string"
          ? jsonResult({ success: true, transcript: text, provider: options.name })
          : failed(`${options.name} sent no text.`);
      }),
  });
}

/** The body, or a sentence that names the provider and never the key. */
async function post(
  { name, baseUrl, apiKey, fetch: send = fetch }: SpeechProvider,
  path: string,
  body: string | FormData,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Uint8Array | string> {
  try {
    const response = await send(`${baseUrl.replace(/\/$/, "")}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, ...headers },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    if (!response.ok) return `${name} answered with status ${response.status}.`;
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    if (signal.aborted) return "Interrupted.";
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return `${name} could not be reached: ${cause instanceof Error ? cause.message : String(cause)}`;
  }
}
