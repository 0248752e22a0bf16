import { valueSource } from "../source-text.ts";

/** Writes the type of a response's body, as it stands in the generated types: `operations["getComputer"]...`. */
export function responseType(operationId: string, status: string, mediaType: string): string {
  const code = status === "default" ? status : Number(status);
  const keys = [operationId, "responses", code, "content", mediaType];
  return `operations${keys.map((key) => `[${valueSource(key)}]`).join("")}`;
}
