import {
  type ParameterReading,
  readHeaderParameter,
  readPathParameter,
  readQueryParameter,
  splitQuery,
} from "@compute-host/core";
import type { FastifyRequest } from "fastify";
import type { OperationParameter } from "../openapi/operation.ts";
import type { SchemaCheck, SchemaCompiler } from "../openapi/schema-validation.ts";
import { invalidRequest, type RequestViolation } from "./problem.ts";

/** The values of the parameters that are sent in one place, by name. */
export type Parameters = Readonly<Record<string, unknown>>;

/**
 * Reads the parameters of a request; unknown ones are ignored.
 *
 * @throws ProblemError naming every parameter that is missing, repeated or breaks its schema
 */
export type ParameterReader = (request: Pick<FastifyRequest, "params" | "query" | "headers">) => {
  readonly params: Parameters;
  readonly query: Parameters;
  readonly headers: Parameters;
};

const none: Parameters = {};

/** Makes the reader of an operation's parameters. */
export function createParameterReader(
  parameters: readonly OperationParameter[],
  compile: SchemaCompiler,
): ParameterReader {
  const checked = parameters.map((parameter) => ({ ...parameter, check: compile(parameter.schemaPointer) }));
  const inPath = checked.filter((parameter) => parameter.in === "path" && needsReading(parameter));
  const inQuery = checked.filter((parameter) => parameter.in === "query");
  const inHeader = checked.filter((parameter) => parameter.in === "header");
  const isQueryNeeded = inQuery.some((one) => one.isRequired || one.default !== undefined);

  return ({ params, query, headers }) => {
    const errors: RequestViolation[] = [];
    const text = query as string;
    const sent = {
      params: readPath(params as Readonly<Record<string, string>>),
      query: text === "" && !isQueryNeeded ? none : readQuery(text),
      headers: inHeader.length === 0 ? none : readAll(inHeader, (one) => readHeader(one, headers)),
    };
    if (errors.length > 0) throw invalidRequest(errors);
    return sent;

    function readPath(found: Readonly<Record<string, string>>): Parameters {
      if (inPath.length === 0) return found;
      // The router has decoded them.
      const textOf = (name: string) => encodeURIComponent(found[name] ?? "");
      return {
        ...found,
        ...readAll(inPath, (parameter) => readPathParameter(parameter, textOf(parameter.name))),
      };
    }

    function readQuery(given: string): Parameters {
      const parts = splitQuery(given);
      return readAll(inQuery, (parameter) => readQueryParameter(parameter, parts));
    }

    function readAll(list: readonly Checked[], read: (parameter: Checked) => ParameterReading): Parameters {
      const values = new Map<string, unknown>();
      for (const parameter of list) {
        const { name, isRequired, check } = parameter;
        const reading = read(parameter);
        if (!reading.isGiven) {
          if (isRequired) errors.push({ parameter: name, message: "is required" });
          // A handler may change its own copy.
          else if (parameter.default !== undefined) values.set(name, structuredClone(parameter.default));
        } else if (reading.isRepeated) {
          errors.push({ parameter: name, message: "is given more than once" });
        } else {
          errors.push(...check(reading.value).map(({ message }) => ({ parameter: name, message })));
          values.set(name, reading.value);
        }
      }
      return Object.fromEntries(values);
    }
  };
}

type Checked = OperationParameter & { readonly check: SchemaCheck };

/** A path parameter of any text needs no check: an unknown ID is not found later. */
function needsReading({ shape, check }: Checked): boolean {
  return shape.kind !== "string" || check("").length > 0;
}

function readHeader(parameter: Checked, headers: FastifyRequest["headers"]): ParameterReading {
  const name = parameter.name.toLowerCase();
  const text = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return readHeaderParameter(parameter, Array.isArray(text) ? text.join(", ") : text);
}
