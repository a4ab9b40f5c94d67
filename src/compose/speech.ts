// Speaking and listening through a provider's API, where its key is present.

import type { Home } from "../config/home.ts";
import type { Ids } from "../contracts/time.ts";
import type { Tool } from "../contracts/tool.ts";
import { createAudioShelf } from "../tools/audio-shelf.ts";
import { textToSpeechTool, transcribeTool } from "../tools/speech.ts";
import { outboundFetch } from "./outbound.ts";

export interface SpeechWiring {
  readonly home: Home;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly ids: Ids;
}

export function composeSpeech({ home, env, ids }: SpeechWiring): readonly Tool[] {
  const apiKey = env.OPENAI_API_KEY;
  if (apiKey === undefined || apiKey === "") return [];
  const baseUrl = env.OPENAI_BASE_URL ?? "https://api.openai.com/v1";
  const shelf = createAudioShelf(home.audio);
  const provider = { name: "openai", baseUrl, apiKey, shelf, fetch: outboundFetch(env) };
  return [
    textToSpeechTool({
      ...provider,
      model: "gpt-4o-mini-tts",
      voice: "alloy",
      newId: ids.id,
    }),
    transcribeTool({ ...provider, model: "gpt-4o-mini-transcribe" }),
  ];
}
