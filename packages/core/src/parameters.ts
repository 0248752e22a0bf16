import type { Operation, OperationParameter } from "./operation.ts";
import {
  type ParameterReading,
  readQueryParameter,
  readTextParameter,
  splitQuery,
} from "./parameter-values.ts";
import { invalidRequest, type RequestViolation } from "./problem.ts";
import { findSchemaIssues } from "./schema-issues.ts";

/** The values of the parameters that are sent in one place, by name. */
export type Parameters = Readonly<Record<string, unknown>>;

/** Where the parameters of a request are. */
export interface ParameterSource {
  /** The parameters of the path, decoded. */
  readonly path: Readonly<Record<string, string>>;
  /** With or without its question mark. */
  readonly query: string;
  /** The text of a header field, by its name in lower case. */
  readonly field: (name: string) => string | undefined;
}

/**
 * Reads the parameters of a request; unknown ones are ignored.
 *
 * @throws ProblemError naming every parameter that is missing, repeated or breaks its schema
 */
export type ParameterReader = (source: ParameterSource) => {
  readonly params: Parameters;
  readonly query: Parameters;
  readonly headers: Parameters;
};

const none: Parameters = {};

/** Makes the reader of an operation's parameters. */
export function createParameterReader({ parameters }: Operation): ParameterReader {
  const inPath = parameters.filter((parameter) => parameter.in === "path" && needsReading(parameter));
  const inQuery = parameters.filter((parameter) => parameter.in === "query");
  const inHeader = parameters.filter((parameter) => parameter.in === "header");
  const isQueryNeeded = inQuery.some((one) => one.isRequired || one.default !== undefined);

  return ({ path, query, field }) => {
    const errors: RequestViolation[] = [];
    const sent = {
      params:
        inPath.length === 0
          ? path
          : { ...path, ...readAll(inPath, (one) => readTextParameter(one, path[one.name])) },
      query: query === "" && !isQueryNeeded ? none : readQuery(query),
      headers:
        inHeader.length === 0
          ? none
          : readAll(inHeader, (one) => readTextParameter(one, field(one.name.toLowerCase()))),
    };
    if (errors.length > 0) throw invalidRequest(errors);
    return sent;

    function readQuery(given: string): Parameters {
      const parts = splitQuery(given);
      return readAll(inQuery, (parameter) => readQueryParameter(parameter, parts));
    }

    function readAll(
      list: readonly OperationParameter[],
      read: (parameter: OperationParameter) => ParameterReading,
    ): Parameters {
      const values = new Map<string, unknown>();
      for (const parameter of list) {
        const { name, isRequired, schema } = parameter;
        const reading = read(parameter);
        if (!reading.isGiven) {
          if (isRequired) errors.push({ parameter: name, message: "is required" });
          // A handler may change its own copy.
          else if (parameter.default !== undefined) values.set(name, structuredClone(parameter.default));
        } else if (reading.isRepeated) {
          errors.push({ parameter: name, message: "is given more than once" });
        } else {
          const issues = findSchemaIssues(schema, reading.value);
          errors.push(...issues.map(({ message }) => ({ parameter: name, message })));
          values.set(name, reading.value);
        }
      }
      return Object.fromEntries(values);
    }
  };
}

/** A path parameter of any text needs no check: an unknown ID is not found later. */
function needsReading({ schema }: OperationParameter): boolean {
  const { type, ...limits } = schema;
  return type !== "string" || Object.keys(limits).length > 0;
}
