import type { Api } from "../../model/api.ts";
import { generatedHeader } from "../generated-file.ts";
import { commentSource, valueSource } from "../source-text.ts";
import { type ErrorClass, errorClassesOf, serverError } from "./error-classes.ts";

/** Generates the client's class for each error status of the description, with a guard for each. */
export function errorsSource(api: Api, command: string): string {
  const ofStatus = errorClassesOf(api);
  const ofServer = ofStatus.filter(({ status }) => status.startsWith("5"));
  const names = [serverError, ...ofServer.map(({ name }) => name)];
  const classes = [
    ...ofStatus.filter((one) => !ofServer.includes(one)).map((one) => statusClassSource(one, "ApiError")),
    classSource({ name: serverError, base: "ApiError", comment: ["Any status from 500."], names }),
    ...ofServer.map((one) => statusClassSource(one, serverError)),
  ];
  return `${generatedHeader(command)}
import { ApiError, type ErrorGuard, errorGuard } from "./errors.ts";

${classes.join("\n")}`;
}

/** Generates the table of these classes, apart from them, because the client's entry exports all of their file. */
export function errorClassByStatusSource(api: Api, command: string): string {
  const rows = errorClassesOf(api).map(({ status, name }) => `  ${status}: errors.${name},\n`);
  return `${generatedHeader(command)}
import * as errors from "./errors.gen.ts";
import type { ApiError } from "./errors.ts";

/** The class of each status of the spec; others are a \`ServerError\` from 500 on, else an \`ApiError\`. */
export const errorClassByStatus: Readonly<Record<number, typeof ApiError>> = {
${rows.join("")}};
`;
}

function statusClassSource({ name, status, descriptions }: ErrorClass, base: string): string {
  const comment = descriptions.map((text) => `${status}: ${text}`);
  return classSource({ name, base, comment, names: [name], status });
}

interface ClassParts {
  readonly name: string;
  readonly base: string;
  /** Paragraphs. */
  readonly comment: readonly string[];
  /** The class's name and those of the classes below it. */
  readonly names: readonly string[];
  readonly status?: string;
}

function classSource({ name, base, comment, names, status }: ClassParts): string {
  const union = (values: readonly string[]) => values.map((value) => valueSource(value)).join(" | ");
  return `${commentSource(comment)}export class ${name} extends ${base} {
  static override readonly kind: string = ${valueSource(name)};
  declare readonly name: ${union(names)};
  declare readonly code: ${union(names.map(codeOf))};
${status === undefined ? "" : `  declare readonly status: ${status};\n`}}

/** Tells whether a value is of the class {@link ${name}}. */
export const is${name}: ErrorGuard<${name}> = /* @__PURE__ */ errorGuard(${name});
`;
}

/** Derives the code as the base class in packages/client/src/errors.ts does. */
function codeOf(name: string): string {
  return name
    .slice(0, -"Error".length)
    .replaceAll(/\B[A-Z]/g, "_$&")
    .toUpperCase();
}
