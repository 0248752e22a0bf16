import type { Violation } from "@compute-host/types";
import type { Operation, ParameterPlace, ScalarKind } from "../operations/operation.ts";
import { invalidRequest } from "../problems/problem.ts";
import { findSchemaIssues } from "../schema/schema-issues.ts";

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
 * Reads the parameters of a request; unknown ones are ignored. A value that does not match its type stays a string,
 * which the schema then refuses.
 *
 * @throws ProblemError naming every parameter that is missing, repeated or breaks its schema
 */
export function readParameters(
  { parameters }: Operation,
  { path, query, field }: ParameterSource,
): Readonly<Record<ParameterPlace, Parameters>> {
  const errors: Violation[] = [];
  const pairs = query === "" ? undefined : new URLSearchParams(query);
  const textsAt = (place: ParameterPlace, name: string): readonly string[] => {
    if (place === "query") return pairs?.getAll(name) ?? [];
    const text = place === "path" ? path[name] : field(name.toLowerCase());
    return text === undefined ? [] : [text];
  };
  const sent: Record<ParameterPlace, Record<string, unknown>> = { path: {}, query: {}, header: {} };
  for (const { name, in: place, isRequired, shape, schema, default: filled } of parameters) {
    const texts = textsAt(place, name);
    if (texts.length === 0) {
      if (isRequired) errors.push({ parameter: name, message: "is required" });
      // A copy, because a handler may change it.
      else if (filled !== undefined) sent[place][name] = structuredClone(filled);
    } else if (texts.length > 1 && shape.kind !== "array") {
      errors.push({ parameter: name, message: "is given more than once" });
    } else {
      const value =
        shape.kind === "array"
          ? texts.map((item) => scalar(item, shape.items))
          : scalar(texts[0] as string, shape.kind);
      for (const { message } of findSchemaIssues(schema, value)) errors.push({ parameter: name, message });
      sent[place][name] = value;
    }
  }
  if (errors.length > 0) throw invalidRequest(errors);
  return sent;
}

/** A number as JSON writes it: without leading zeros and a plus sign. */
const number = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

function scalar(text: string, kind: ScalarKind): unknown {
  if (kind === "boolean" && /^(true|false)$/.test(text)) return text === "true";
  if ((kind === "integer" || kind === "number") && number.test(text)) return Number(text);
  return text;
}
