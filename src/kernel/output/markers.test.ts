import fc from "fast-check";
import { expect, test } from "vitest";
import { createMarkers } from "./markers.ts";

const bytes = (value: string) => new TextEncoder().encode(value);
const text = (parts: readonly Uint8Array[]) => Buffer.concat(parts).toString();
const mark = (body: string) => `\x1fn0nce\x1f${body}\x1fn0nce\x1f`;

test("output comes through whole and marks never do, however the stream is cut", () => {
  const stream = bytes(`${mark("start:12:11")}hello \x1f \x1fn0n wörld${mark("end:3:/tmp/a:b ü")}late`);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: stream.length })), (cuts) => {
      const at = [0, ...cuts.sort((a, b) => a - b), stream.length];
      const markers = createMarkers("n0nce");
      const out = at.slice(1).map((end, i) => markers.push(stream.slice(at[i], end)));
      expect(text([...out, markers.rest()])).toBe("hello \x1f \x1fn0n wörldlate");
      expect(markers.started()).toEqual({ pid: 12, group: 11 });
      expect(markers.ended()).toEqual({ code: 3, cwd: "/tmp/a:b ü" });
    }),
  );
});

test("someone else's marks are output", () => {
  const markers = createMarkers("other");
  expect(text([markers.push(bytes(mark("end:0:/"))), markers.rest()])).toBe(mark("end:0:/"));
  expect(markers.ended()).toBeUndefined();
});
