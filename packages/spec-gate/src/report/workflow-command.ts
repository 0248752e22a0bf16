/** The place of an annotation; without a file it belongs to the whole run. */
export interface AnnotationPlace {
  readonly title: string;
  readonly file?: string;
  readonly line?: number;
  readonly col?: number;
}

/**
 * Formats a workflow command that GitHub shows as an annotation. Escapes all text, because this is the only place
 * that writes annotations. https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts
 */
export function annotation(
  level: "error" | "warning" | "notice",
  place: AnnotationPlace,
  text: string,
): string {
  const properties = (["file", "line", "col", "title"] as const)
    .filter((key) => place[key] !== undefined)
    .map((key) => `${key}=${property(String(place[key]))}`);
  return `::${level} ${properties.join(",")}::${data(text)}`;
}

/**
 * Escapes what GitHub would take for a workflow command: `::` at the start of a line, and `##[` anywhere.
 * https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs
 */
export function withoutCommands(text: string): string {
  return text.replaceAll(/^([^\S\n]*)::/gm, "$1\\::").replaceAll("##[", "##\\[");
}

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
