import { expect, test } from "vitest";
import { imageSize } from "./image-size.ts";

const hex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

test.each([
  ["PNG", "89504e470d0a1a0a0000000d49484452000023280000001e", { width: 9000, height: 30 }],
  ["GIF", "4749463839612003e803", { width: 800, height: 1000 }],
  ["JPEG after other segments", "ffd8ffe000040000ffc000110800f00140", { width: 320, height: 240 }],
  ["nothing", "", undefined],
  ["a cut PNG", "89504e470d0a1a0a", undefined],
  ["text", "68656c6c6f20776f726c64", undefined],
])("%s", (_name, bytes, size) => expect(imageSize(hex(bytes))).toEqual(size));

test("WebP in its three forms", () => {
  const riff = (kind: string, rest: number[]) =>
    Uint8Array.from([...Buffer.from(`RIFF\0\0\0\0WEBP${kind}`, "latin1"), 0, 0, 0, 0, ...rest, 0, 0, 0, 0]);
  expect(imageSize(riff("VP8 ", [0, 0, 0, 0x9d, 0x01, 0x2a, 0x40, 0x01, 0x64, 0x00]))).toEqual({
    width: 320,
    height: 100,
  });
  expect(imageSize(riff("VP8L", [0x2f, 0x3f, 0xc1, 0x18, 0x00]))).toEqual({ width: 320, height: 100 });
  expect(imageSize(riff("VP8X", [0, 0, 0, 0, 0x27, 0x23, 0, 0x1d, 0, 0]))).toEqual({ width: 9000, height: 30 });
});
