// Looking at an image: shown to the model itself where it can see, described by another one where it cannot.

import { z } from "zod";
import type { Sight } from "../contracts/sight.ts";
import { defineTool, jsonResult, type Tool, type ToolContext, type ToolResult } from "../contracts/tool.ts";
import type { ImagePart } from "../kernel/message.ts";
import { failed, orError } from "./failures.ts";
import { type ImageSources, loadImage } from "./images.ts";
import { zodSchema } from "./schema.ts";

export type See = (image: ImagePart, question: string, context: ToolContext) => Promise<Sight>;

export interface VisionOptions extends ImageSources {
  readonly see: See;
}

export function visionAnalyzeTool({ see, ...sources }: VisionOptions): Tool {
  return defineTool({
    name: "vision_analyze",
    toolset: "vision",
    description: "Look at an image (file path, http address or data address) and answer a question about it.",
    input: zodSchema("vision_analyze", () => z.object({ image_url: z.string().min(1), question: z.string().min(1) })),
    effect: "read",
    output: "foreign",
    needsSight: true,
    foreignFields: ["analysis"],
    touches: ({ image_url }) => (/^(?:https?|data):/i.test(image_url) ? [] : [image_url.replace(/^file:\/\//, "")]),
    label: ({ image_url }) => (image_url.startsWith("data:") ? "an image" : image_url),
    badInput: (why) => failed(why),
    run: ({ image_url, question }, context) =>
      orError(async () => {
        const loaded = await loadImage(image_url, sources, context);
        if (loaded.type === "bad") return failed(loaded.why);
        const looked = await look(see, loaded.image, question, context);
        return loaded.source === "web" ? { ...looked, taint: "image from the web" } : looked;
      }),
  });
}

/** The image as a result: attached, described, or why not; `facts` are part of every success. */
export async function look(
  see: See,
  image: ImagePart,
  question: string,
  context: ToolContext,
  facts: object = {},
): Promise<ToolResult> {
  const sight = await see(image, question, context);
  switch (sight.type) {
    case "blind":
      return failed(sight.why, facts);
    case "described":
      return jsonResult({ success: true, analysis: sight.text, ...facts });
    case "attach": {
      const shown = jsonResult({
        success: true,
        note: "The image is attached; look at it and answer.",
        question,
        ...facts,
      });
      return { ...shown, parts: [...shown.parts, image] };
    }
  }
}
