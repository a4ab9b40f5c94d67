/** OSC 52 reaches the clipboard of the terminal in front of the person, also over SSH. */
export function copySequence(text: string): string {
  return `\u001b]52;c;${Buffer.from(text).toString("base64")}\u0007`;
}
