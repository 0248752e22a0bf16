import type { Api } from "../../model/api.ts";
import { isObject, type JsonObject } from "../../model/json.ts";
import { generatedHeader } from "../generated-file.ts";
import { quotedKeySource, valueSource } from "../source-text.ts";

/** The constant members of a problem document (RFC 9457, section 3.1). */
const members = ["type", "title", "status", "detail"] as const;

/**
 * Generates the problems in the description's examples, one for each `type`, and the maximum request body.
 *
 * @throws Error if two examples of one type differ in title or status
 */
export function problemsSource({ examples, document }: Api, command: string): string {
  const byType = new Map<string, JsonObject>();
  for (const { value } of Object.values(examples)) {
    if (!isProblem(value)) continue;
    const first = byType.get(String(value.type)) ?? value;
    if (first.title !== value.title || first.status !== value.status) {
      throw new Error(
        `The examples of the problem ${value.type} differ in title or status: make them the same.`,
      );
    }
    byType.set(String(value.type), first);
  }
  const entries = [...byType].map(([type, value]) => {
    const fields = members.map((member) => `    ${member}: ${valueSource(value[member])},\n`);
    return `  ${quotedKeySource(type.split("/").at(-1) ?? "")}: {\n${fields.join("")}  },\n`;
  });
  const limit = document["x-max-body-bytes"];
  return `${generatedHeader(command)}
/** Every kind of problem that the description shows, by the last part of its type. */
export const problemTypes = {
${entries.join("")}} as const;

/** The key of a problem type. */
export type ProblemKey = keyof typeof problemTypes;

/** The largest request body, in bytes. */
export const maxBodyBytes: number = ${typeof limit === "number" ? limit : "Number.POSITIVE_INFINITY"};
`;
}

function isProblem(value: unknown): value is JsonObject {
  return isObject(value) && members.every((member) => member in value) && typeof value.type === "string";
}
