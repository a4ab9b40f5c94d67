// Choosing a personality by name.

import { expect, test } from "vitest";
import { PERSONALITIES } from "./personalities.data.ts";
import { choosePersonality, personalityNames } from "./personality.ts";

test("all fourteen presets can be chosen and differ", () => {
  const texts = PERSONALITIES.map(({ name }) => choosePersonality(name, {}));
  expect(PERSONALITIES).toHaveLength(14);
  expect(new Set(texts.map((choice) => (choice.type === "overlay" ? choice.text : ""))).size).toBe(14);
});

test("own personalities shadow presets and may carry tone and style", () => {
  const own = { Pirate: { system_prompt: "Talk plainly.", tone: "dry", style: "lists" }, calm: "Be calm." };
  expect(choosePersonality("pirate", own)).toMatchObject({ text: "Talk plainly.\nTone: dry\nStyle: lists" });
  expect(choosePersonality("calm", own)).toMatchObject({ type: "overlay", text: "Be calm." });
});

test("clearing words clear, unknown names list what there is", () => {
  for (const word of ["none", "Default", "neutral"]) expect(choosePersonality(word, {})).toEqual({ type: "cleared" });
  const unknown = choosePersonality("goblin", { calm: "x" });
  expect(unknown.type === "unknown" && unknown.available).toEqual(personalityNames({ calm: "x" }));
});
