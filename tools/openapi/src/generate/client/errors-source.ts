import type { Api } from "../../model/api.ts";
import { commentSource, valueSource } from "../source-text.ts";
import { collectErrorBodies, collectErrorMembers } from "./error-bodies.ts";
import { type ErrorClass, errorClasses, serverError } from "./error-classes.ts";

/** Generates the client's class for each error status of the description, with a guard for each. */
export function errorsSource(api: Api): string {
  const ofStatus = errorClasses(api);
  const { others } = collectErrorBodies(api);
  const ofServer = ofStatus.filter(({ status }) => status.startsWith("5"));
  const serverErrors = [serverError, ...ofServer.map(({ name }) => name)];
  const classOf = ({ name, status, descriptions }: ErrorClass) =>
    classSource({
      name,
      base: serverErrors.includes(name) ? serverError : "ApiError",
      comment: descriptions.map((text) => `${status}: ${text}`),
      names: [name],
      status,
      problem: (others.get(status) ?? []).map((type) => `Partial<Omit<${type}, keyof ProblemDetails>>`),
    });
  const anyOfServer = {
    name: serverError,
    base: "ApiError",
    comment: ["Any status from 500."],
    names: serverErrors,
  };
  const classes = [
    ...ofStatus.filter((one) => !ofServer.includes(one)).map(classOf),
    classSource(anyOfServer),
    ...ofServer.map(classOf),
  ];
  return `import type * as types from "@compute-host/types";
import { ApiError, type ErrorGuard, errorGuard, type ProblemDetails } from "./errors.ts";

${classes.join("\n")}`;
}

/** Generates the table of these classes, apart from them, because the client's entry exports all of their file. */
export function errorClassByStatusSource(api: Api): string {
  const types = collectErrorMembers(api);
  const rows = errorClasses(api).map(({ status, name }) => `  ${status}: errors.${name},\n`);
  return `import * as errors from "./errors.gen.ts";
import type { ApiError } from "./errors.ts";

/** The class of each status of the spec; others are a \`ServerError\` from 500 on, else an \`ApiError\`. */
export const errorClassByStatus: Readonly<Record<number, typeof ApiError>> = {
${rows.join("")}};

/** The members of the spec's error bodies, each with a value of its type. */
export const errorMembers: Readonly<Record<string, unknown>> = ${valueSource(types)};
`;
}

interface ClassParts {
  readonly name: string;
  readonly base: string;
  /** Paragraphs. */
  readonly comment: readonly string[];
  /** The class's name and those of the classes below it. */
  readonly names: readonly string[];
  readonly status?: string;
  /** The types of the bodies that only this status documents. */
  readonly problem?: readonly string[];
}

function classSource({ name, base, comment, names, status, problem = [] }: ClassParts): string {
  const union = (values: readonly string[]) => values.map((value) => valueSource(value)).join(" | ");
  const body = ["ProblemDetails", ...problem].join(" & ");
  const members = [
    `static override readonly kind: string = ${valueSource(name)};`,
    `declare readonly name: ${union(names)};`,
    `declare readonly code: ${union(names.map(errorCode))};`,
    ...(status === undefined ? [] : [`declare readonly status: ${status};`]),
    ...(problem.length === 0
      ? []
      : [
          "/** The body: a problem document, or what the spec documents for this status. */",
          `declare readonly problem: (${body}) | undefined;`,
        ]),
  ];
  return `${commentSource(comment)}export class ${name} extends ${base} {
${members.map((member) => `  ${member}\n`).join("")}}

/** Tells whether a value is of the class {@link ${name}}. */
export const is${name}: ErrorGuard<${name}> = /* @__PURE__ */ errorGuard(${name});
`;
}

/** Derives the code as the base class in packages/client/src/errors/errors.ts does. */
function errorCode(name: string): string {
  return name
    .slice(0, -"Error".length)
    .replaceAll(/\B[A-Z]/g, "_$&")
    .toUpperCase();
}
