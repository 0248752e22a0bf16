import type { Api } from "../../model/api.ts";
import { problemsOf } from "../../model/problems.ts";
import { valueSource } from "../source-text.ts";

/** The constant members of a problem document (RFC 9457, section 3.1). */
const constantMembers = ["type", "title", "status", "detail"] as const;

/** Generates the problems that the description's responses show, one for each `type`, and the largest request body. */
export function problemsSource({ operations, document }: Api): string {
  const problems = Map.groupBy(operations.flatMap(problemsOf), ({ key }) => key);
  const entries = [...problems].map(([key, [first]]) => {
    const fields = constantMembers.map((member) => `    ${member}: ${valueSource(first?.value[member])},\n`);
    return `  ${valueSource(key)}: {\n${fields.join("")}  },\n`;
  });
  return `/** Every kind of problem that the description shows, by the last part of its type. */
export const problemTypes = {
${entries.join("")}} as const;

/** The key of a problem type. */
export type ProblemKey = keyof typeof problemTypes;

/** The largest request body, in bytes. */
export const maxBodyBytes: number = ${Number(document["x-max-body-bytes"])};
`;
}
