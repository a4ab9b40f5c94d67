// Width and height from the first bytes of a picture, without decoding it.

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Undefined for other formats and for what is cut off. */
export function imageSize(bytes: Uint8Array): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (view.getUint32(0) === 0x89504e47) return { width: view.getUint32(16), height: view.getUint32(20) };
    if (view.getUint32(0) === 0x47494638) return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
    if (view.getUint16(0) === 0xffd8) return jpegSize(view);
    return view.getUint32(0) === 0x52494646 && view.getUint32(8) === 0x57454250 ? webpSize(view) : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function jpegSize(view: DataView): ImageSize | undefined {
  for (let at = 2; ; ) {
    const marker = view.getUint16(at);
    if (marker === 0xffff) {
      at++;
      continue;
    }
    if (marker < 0xff01) return undefined;
    // A frame header; C4, C8 and CC are tables and extensions.
    if (marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker))
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    at += 2 + view.getUint16(at + 2);
  }
}

function webpSize(view: DataView): ImageSize | undefined {
  switch (view.getUint32(12)) {
    case 0x56503820: // "VP8 "
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case 0x5650384c: {
      // "VP8L"
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    case 0x56503858: // "VP8X"
      return { width: (view.getUint32(24, true) & 0xffffff) + 1, height: (view.getUint32(26, true) >>> 8) + 1 };
    default:
      return undefined;
  }
}
