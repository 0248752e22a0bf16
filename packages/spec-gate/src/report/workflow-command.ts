import { randomUUID } from "node:crypto";

/** Where an annotation is shown; without a file, with the whole run. */
export interface AnnotationPlace {
  readonly title: string;
  readonly file?: string;
  readonly line?: number;
  readonly col?: number;
}

/**
 * A workflow command that GitHub shows as an annotation. All text that reaches an annotation is escaped here.
 * https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts
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

/** Text in a fold of the log, in which nothing is taken for a workflow command. */
export function foldedLog(title: string, text: string): string[] {
  const token = randomUUID();
  return [`::group::${data(title)}`, `::stop-commands::${token}`, text, `::${token}::`, "::endgroup::"];
}

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
