/** Formats JSON with one line for each list of texts, which keeps generated files short. */
export function compactJson(value: unknown): string {
  const text = JSON.stringify(value, undefined, 1);
  return `${text.replaceAll(/\[\n([^[\]{}]*)\n *\]/g, (_list, lines: string) => `[${lines.trim().replaceAll(/\n */g, " ")}]`)}\n`;
}
