// Terminal output as a person would read it: no escape sequences, no overwritten progress lines.

// CSI, OSC/DCS/SOS/PM/APC strings up to their terminator, other two- and three-byte escapes, 8-bit C1 controls.
const ESCAPES =
  /\u001b\[[0-?]*[ -/]*[@-~]|\u001b[\]PX^_][^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]|\u009b[0-?]*[ -/]*[@-~]|[\u0080-\u0084\u0086-\u009f]/g;
const OTHER_CONTROLS = /[\u0000-\u0007\u000e-\u001a\u001c-\u001f\u007f]/g;

/** Removes every escape sequence and control character except tab and newline; backspaces and carriage returns take effect. */
export function plainOutput(value: string): string {
  if (!/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/.test(value)) return value;
  const bare = value.replace(ESCAPES, "").replace(/(?<!\r)\r+\n/g, "\n");
  const settled = bare.includes("\r") || bare.includes("\u0008") ? bare.split("\n").map(settleLine).join("\n") : bare;
  return settled
    .replace(OTHER_CONTROLS, "")
    .replace(/[\u000b\u000c]/g, "\n")
    .replace(/\u001b/g, "");
}

/** What stays on the screen of a line that was overwritten: its last non-empty writing. */
function settleLine(line: string): string {
  const last = line.split("\r").findLast((writing) => writing !== "") ?? "";
  if (!last.includes("\u0008")) return last;
  const shown: string[] = [];
  for (const char of last) {
    if (char === "\u0008") shown.pop();
    else shown.push(char);
  }
  return shown.join("");
}
