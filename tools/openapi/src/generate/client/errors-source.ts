import type { Api } from "../../model/api.ts";
import { objectOf } from "../../schema/json.ts";
import { orNull, resolveSchema, type Schema, typesOf } from "../../schema/schemas.ts";
import { commentSource, valueSource } from "../source-text.ts";
import { type ErrorClass, errorClasses, serverError } from "./error-classes.ts";

/** Generates the client's class for each error status of the description, with a guard for each. */
export function errorsSource(api: Api): string {
  const { true: ofServer = [], false: others = [] } = Object.groupBy(errorClasses(api), ({ status }) =>
    status.startsWith("5") ? "true" : "false",
  );
  const anyOfServer = { name: serverError, comment: ["Any status from 500."], below: ofServer };
  const classes = [
    ...others.map((one) => classSource(one, "ApiError")),
    classSource(anyOfServer, "ApiError"),
    ...ofServer.map((one) => classSource(one, serverError)),
  ];
  return `import { ApiError, type ErrorGuard, errorGuard } from "./errors.ts";

${classes.join("\n")}`;
}

/** Generates the table of these classes, in another file, because the client's entry exports everything in theirs. */
export function errorClassByStatusSource(api: Api): string {
  const rows = errorClasses(api).map(({ status, name }) => `  ${status}: errors.${name},\n`);
  return `import * as errors from "./errors.gen.ts";
import type { ApiError } from "./errors.ts";

/** The class of each status of the spec; any other is a \`ServerError\` from 500 on, otherwise an \`ApiError\`. */
export const errorClassByStatus: Readonly<Record<number, typeof ApiError>> = {
${rows.join("")}};

/** The members of a problem document, each with a value of its type. */
export const errorMembers: Readonly<Record<string, unknown>> = ${valueSource(problemMembers(api))};
`;
}

const sampleOfType: Readonly<Record<string, unknown>> = {
  string: "",
  number: 0,
  integer: 0,
  boolean: false,
  array: [],
  object: {},
};

function problemMembers({ schemas, document }: Api): Readonly<Record<string, unknown>> {
  const members = Object.entries(objectOf(schemas.Problem?.properties)).map(([name, member]) => {
    const schema = objectOf(member) as Schema;
    const [type = "", ...more] = typesOf(resolveSchema(document, schema));
    return more.length === 0 && orNull(schema) === undefined ? [[name, sampleOfType[type]]] : [];
  });
  return Object.fromEntries(members.flat());
}

interface ClassParts extends Pick<ErrorClass, "name"> {
  /** Absent for a base class. */
  readonly status?: string;
  /** Paragraphs. */
  readonly comment: readonly string[];
  /** The classes that extend it. */
  readonly below?: readonly ErrorClass[];
}

function classSource({ name, status, comment, below = [] }: ClassParts, base: string): string {
  const names = [name, ...below.map((one) => one.name)];
  const union = (values: readonly string[]) => values.map((value) => valueSource(value)).join(" | ");
  const ownStatus = status === undefined ? "" : `  declare readonly status: ${status};\n`;
  return `${commentSource(comment)}export class ${name} extends ${base} {
  static override readonly kind: string = ${valueSource(name)};
  declare readonly name: ${union(names)};
  declare readonly code: ${union(names.map(errorCode))};
${ownStatus}}

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
