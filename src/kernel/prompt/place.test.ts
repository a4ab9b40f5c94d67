import { expect, test } from "vitest";
import { placeLeft, placeLine } from "./place.ts";

const prompt = (directory: string) => ["Shared words.", `Host: h\n${placeLine(directory)}\nMore.`];

test("a prompt was written for another place when it names another than the one the work is in", () => {
  expect(placeLeft(prompt("/old"), "/new")).toBe("/old");
  expect(placeLeft(prompt("/old"), "/old")).toBeUndefined();
  expect(placeLeft(prompt("/old"), "/old/deep")).toBe("/old");
});

test("a prompt that names no place has not left one", () => {
  expect(placeLeft(["Shared words."], "/new")).toBeUndefined();
});
