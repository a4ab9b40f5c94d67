// Pictures from the clipboard, with what the system brings along.

import { execFile } from "node:child_process";
import { readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Facts } from "../../config/process-facts.ts";
import { pictureKind } from "../picture-kind.ts";

export interface ClipboardCommand {
  readonly program: string;
  readonly args: readonly string[];
  /** The picture comes as Base64 text. */
  readonly base64?: boolean;
}

const MOST_BYTES = 20 * 1024 * 1024;
const PATIENCE_MS = 4_000;

/** What to try, in order, on this kind of system. */
export function clipboardCommands({ platform, env }: Pick<Facts, "platform" | "env">): readonly ClipboardCommand[] {
  if (platform === "darwin")
    return [
      { program: "pngpaste", args: ["-"] },
      {
        program: "osascript",
        args: ["-l", "JavaScript", "-e", MAC_SCRIPT],
        base64: true,
      },
    ];
  if (platform === "win32" || env.WSL_DISTRO_NAME !== undefined)
    return [{ program: "powershell.exe", args: ["-NoProfile", "-Sta", "-Command", WINDOWS_SCRIPT], base64: true }];
  const wayland: ClipboardCommand = { program: "wl-paste", args: ["--no-newline", "--type", "image/png"] };
  const x11: ClipboardCommand = { program: "xclip", args: ["-selection", "clipboard", "-t", "image/png", "-o"] };
  return env.WAYLAND_DISPLAY === undefined ? [x11, wayland] : [wayland, x11];
}

const MAC_SCRIPT =
  "ObjC.import('AppKit');const d=$.NSPasteboard.generalPasteboard.dataForType('public.png');d.isNil()?'':d.base64EncodedStringWithOptions(0).js";
const WINDOWS_SCRIPT =
  "Add-Type -AssemblyName System.Windows.Forms,System.Drawing;$i=[Windows.Forms.Clipboard]::GetImage();if($i){$m=New-Object IO.MemoryStream;$i.Save($m,[Drawing.Imaging.ImageFormat]::Png);[Convert]::ToBase64String($m.ToArray())}";

/** Undefined when there is no picture, or no way to get at it. */
export async function clipboardPicture(facts: Facts): Promise<Uint8Array | undefined> {
  for (const command of clipboardCommands(facts)) {
    const output = await run(command);
    const bytes = command.base64 === true ? new Uint8Array(Buffer.from(output.toString(), "base64")) : output;
    if (pictureKind(bytes) !== undefined) return bytes;
  }
  return undefined;
}

function run({ program, args }: ClipboardCommand): Promise<Buffer> {
  const options = {
    encoding: "buffer" as const,
    maxBuffer: MOST_BYTES,
    timeout: PATIENCE_MS,
    killSignal: "SIGKILL" as const,
  };
  return new Promise<Buffer>((resolve) => {
    // A program that is missing, or says there is no picture, is an answer: nothing.
    execFile(program, [...args], options, (_error, stdout) => resolve(stdout ?? Buffer.alloc(0)));
  }).catch(() => Buffer.alloc(0));
}

/** Undefined when the file is no picture or cannot be read. Pipes and devices, which may never end, are not even opened. */
export async function filePicture(
  path: string,
  { cwd, userHome }: Pick<Facts, "cwd" | "userHome">,
): Promise<Uint8Array | undefined> {
  const full = path.startsWith("~/") ? join(userHome, path.slice(2)) : resolve(cwd, path);
  const found = await stat(full).catch(() => undefined);
  if (found?.isFile() !== true || found.size > MOST_BYTES) return undefined;
  const bytes = await readFile(full).catch(() => undefined);
  return bytes !== undefined && pictureKind(bytes) !== undefined ? bytes : undefined;
}
