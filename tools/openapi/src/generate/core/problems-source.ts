import { type Api, errorsOf } from "../../model/api.ts";
import { DescriptionError } from "../../model/description-error.ts";
import { type Json, type JsonObject, objectOf } from "../../schema/json.ts";
import { pointerOf } from "../../schema/pointer.ts";
import { valueSource } from "../source-text.ts";

/** The constant members of a problem document (RFC 9457, section 3.1). */
const constantMembers = ["type", "title", "status", "detail"] as const;

/** An example of a problem. */
interface ShownProblem {
  readonly value: JsonObject;
  readonly pointer: string;
}

/**
 * Generates the problems in the description's examples, one for each `type`, and the maximum request body.
 *
 * @throws DescriptionError if two examples of one problem differ in type, title or status
 */
export function problemsSource(api: Api): string {
  const problems = collectProblems(api);
  const entries = [...problems].map(([key, { value }]) => {
    const fields = constantMembers.map((member) => `    ${member}: ${valueSource(value[member])},\n`);
    return `  ${valueSource(key)}: {\n${fields.join("")}  },\n`;
  });
  return `/** Every kind of problem that the description shows, by the last part of its type. */
export const problemTypes = {
${entries.join("")}} as const;

/** The key of a problem type. */
export type ProblemKey = keyof typeof problemTypes;

/** The largest request body, in bytes. */
export const maxBodyBytes: number = ${Number(api.document["x-max-body-bytes"])};
`;
}

function collectProblems(api: Api): ReadonlyMap<string, ShownProblem> {
  const problems = new Map<string, ShownProblem>();
  for (const shown of [...problemsOfComponents(api), ...problemsOfResponses(api)]) {
    const key = String(shown.value.type).split("/").filter(Boolean).at(-1) ?? "";
    const first = problems.get(key) ?? shown;
    if (["type", "title", "status"].some((member) => first.value[member] !== shown.value[member])) {
      const what = `Two examples of the problem ${key} differ in type, title or status`;
      throw new DescriptionError(`${what}: make them the same.`, shown.pointer);
    }
    problems.set(key, first);
  }
  return problems;
}

function problemsOfComponents({ examples }: Api): ShownProblem[] {
  return Object.entries(examples)
    .map(([name, value]) => ({ value, pointer: pointerOf("components", "examples", name) }))
    .filter(isProblem);
}

function problemsOfResponses({ operations }: Api): ShownProblem[] {
  const errors = operations.flatMap(errorsOf);
  return errors.flatMap(({ content }) => content?.examples ?? []).filter(isProblem);
}

function isProblem<Shown extends { readonly value: Json | undefined }>(
  shown: Shown,
): shown is Shown & { readonly value: JsonObject } {
  const { type, title, status } = objectOf(shown.value);
  return typeof type === "string" && typeof title === "string" && Number(status) >= 400;
}
