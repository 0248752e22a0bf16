import type { Api, Schema } from "../../model/api.ts";
import { DescriptionError } from "../../model/description-error.ts";
import { isObject, type JsonObject, listOf, objectOf } from "../../model/json.ts";
import { pointerOf } from "../../model/pointer.ts";
import { resolveSchema } from "../../model/schemas.ts";
import { generatedHeader } from "../generated-file.ts";
import { valueSource } from "../source-text.ts";

/** The constant members of a problem document (RFC 9457, section 3.1). */
const constantMembers = ["type", "title", "status", "detail"] as const;

/** All members that the service writes itself. */
const ownMembers: ReadonlySet<string> = new Set([...constantMembers, "instance", "requestId", "errors"]);

/** The default of Fastify, for a description that sets no limit. */
const defaultMaxBodyBytes = 1_048_576;

/** An example of a problem. */
interface ShownProblem {
  readonly value: JsonObject;
  readonly pointer: string;
  /** The source of its type, if that has more members than the service writes itself. */
  readonly extendedType?: string | undefined;
}

/**
 * Generates the problems in the description's examples, one for each `type`, and the maximum request body.
 *
 * @throws DescriptionError if two examples of one problem differ in type, title or status
 */
export function problemsSource(api: Api, command: string): string {
  const problems = new Map<string, ShownProblem>();
  for (const shown of [...problemsOfComponents(api), ...problemsOfResponses(api)]) {
    const key = problemKey(shown.value);
    const first = problems.get(key) ?? shown;
    if (["type", "title", "status"].some((member) => first.value[member] !== shown.value[member])) {
      throw new DescriptionError(
        `Two examples of the problem ${key} differ in type, title or status: make them the same.`,
        shown.pointer,
      );
    }
    problems.set(key, { ...first, extendedType: first.extendedType ?? shown.extendedType });
  }
  const entries = [...problems].map(([key, { value }]) => {
    const constants: JsonObject = { detail: value.title, ...value };
    const fields = constantMembers.map((member) => `    ${member}: ${valueSource(constants[member])},\n`);
    return `  ${valueSource(key)}: {\n${fields.join("")}  },\n`;
  });
  const limit = api.document["x-max-body-bytes"];
  return `${generatedHeader(command)}
${extensionsSource(problems)}/** Every kind of problem that the description shows, by the last part of its type. */
export const problemTypes = {
${entries.join("")}} as const;

/** The key of a problem type. */
export type ProblemKey = keyof typeof problemTypes;

/** The largest request body, in bytes. */
export const maxBodyBytes: number = ${typeof limit === "number" ? limit : defaultMaxBodyBytes};
`;
}

function extensionsSource(problems: ReadonlyMap<string, ShownProblem>): string {
  const members = [...problems].flatMap(([key, { extendedType }]) =>
    extendedType === undefined ? [] : [`  ${valueSource(key)}: ${extendedType};\n`],
  );
  const imports = members.length > 0 ? 'import type { operations } from "@compute-host/types";\n\n' : "";
  return `${imports}/** The schemas of the problems that have more members than every problem (RFC 9457, section 3.2). */
export interface ExtendedProblems {
${members.join("")}}

`;
}

function problemsOfComponents({ examples }: Api): ShownProblem[] {
  return Object.entries(examples).flatMap(([name, { value }]) =>
    isProblem(value) ? [{ value, pointer: pointerOf("components", "examples", name) }] : [],
  );
}

function problemsOfResponses({ operations, document }: Api): ShownProblem[] {
  return operations.flatMap(({ operationId, responses }) =>
    responses.flatMap(({ status, content }) => {
      if (/^[23]/.test(status)) return [];
      return content.flatMap(({ mediaType, schema, examples }) => {
        const keys = [operationId, "responses", statusKey(status), "content", mediaType];
        const isExtended = schema !== undefined && hasMoreMembers(document, schema);
        const extendedType = isExtended
          ? `operations${keys.map((key) => `[${valueSource(key)}]`).join("")}`
          : undefined;
        return examples.flatMap(({ value, pointer }) =>
          isProblem(value) ? [{ value, pointer, extendedType }] : [],
        );
      });
    }),
  );
}

/** The key of a response in the generated types. */
function statusKey(status: string): number | string {
  return /^\d+$/.test(status) ? Number(status) : status;
}

function hasMoreMembers(document: JsonObject, schema: Schema, depth = 0): boolean {
  const { properties, allOf } = resolveSchema(document, schema);
  const hasOwn = Object.keys(objectOf(properties)).some((name) => !ownMembers.has(name));
  if (hasOwn || depth > 20) return hasOwn;
  return listOf(allOf).some((part) => hasMoreMembers(document, objectOf(part) as Schema, depth + 1));
}

/** The last part of the type; `about:blank` is the type of every problem without one of its own. */
function problemKey({ type, title }: JsonObject): string {
  if (type === "about:blank") return String(title).toLowerCase().replaceAll(/\W+/g, "-");
  return String(type).split("/").filter(Boolean).at(-1) ?? "";
}

function isProblem(value: unknown): value is JsonObject {
  if (!isObject(value) || typeof value.type !== "string" || typeof value.title !== "string") return false;
  return typeof value.status === "number" && value.status >= 400 && value.status <= 599;
}
