// Pictures that stand in a text as data: nobody reads them, and they are long.

export function withoutDataImages(markdown: string): string {
  return markdown
    .replace(/!\[([^\]]*)\]\(data:[^)]*\)/g, "[image: $1]")
    .replace(/data:image\/[\w+.-]+;base64,[A-Za-z0-9+/=\s]{100,}/g, "[image data]");
}
