import { type ParameterReading, readQueryParameter, readTexts } from "@compute-host/openapi/parameter-values";
import { cutPointer, escapePointer, parseStrictJson, type StrictJsonError } from "@compute-host/rules";
import type { OperationId, Problem } from "@compute-host/types";
import type { Operation } from "../operation.ts";
import { findSchemaIssues } from "../schema-issues.ts";
import type { Path } from "../schema-node.ts";
import * as nodes from "../schema-nodes.gen.ts";
import { FakeProblemError } from "./fake-responses.ts";

/** A request that is known to be valid. */
export interface FakeRequest {
  readonly path: Readonly<Record<string, string>>;
  /** The query and header parameters that were sent, by name. */
  readonly params: Readonly<Record<string, unknown>>;
  /** The parsed JSON of the body; `undefined` if the operation has none. */
  readonly body: unknown;
}

/**
 * Reads the parameters of a request.
 *
 * @throws FakeProblemError naming every parameter that breaks its schema
 */
export function readParams(
  operationId: OperationId,
  request: Request,
  query: URLSearchParams,
): Record<string, unknown> {
  const errors: NonNullable<Problem["errors"]> = [];
  const params: Record<string, unknown> = {};
  for (const parameter of nodes.parameters[operationId] ?? []) {
    const { name, isRequired, schema } = parameter;
    const reading = readParameter(parameter, request, query);
    if (!reading.isGiven) {
      if (isRequired) errors.push({ parameter: name, message: "is required" });
    } else if (reading.isRepeated) errors.push({ parameter: name, message: "is given more than once" });
    else {
      const issues = findSchemaIssues(schema, reading.value);
      errors.push(...issues.map(({ message }) => ({ parameter: name, message })));
      params[name] = reading.value;
    }
  }
  if (errors.length > 0) throw new FakeProblemError("invalidQuery", errors);
  return params;
}

function readParameter(
  parameter: NonNullable<(typeof nodes.parameters)[OperationId]>[number],
  request: Request,
  query: URLSearchParams,
): ParameterReading {
  if (parameter.in === "query") return readQueryParameter(parameter, query);
  const text = request.headers.get(parameter.name);
  return readTexts(parameter.shape, text === null ? [] : [text]);
}

/**
 * Reads the body of a request whose operation has one.
 *
 * @throws FakeProblemError if it is too large, of another media type, not JSON, or breaks the schema
 */
export async function readBody({ takes, bodySchema }: Operation, request: Request): Promise<unknown> {
  if (!takes) return undefined;
  const mediaType = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (bodySchema !== undefined && mediaType !== "application/json")
    throw new FakeProblemError("unsupportedMediaType");
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength > nodes.maxBodyBytes) throw new FakeProblemError("bodyTooLarge");
  if (bodySchema === undefined) return bytes;
  const body = parseJson(bytes);
  const issues = findSchemaIssues(nodes.bodies[bodySchema], body);
  if (issues.length === 0) return body;
  throw new FakeProblemError(
    "invalidBody",
    issues.map(({ path, message }) => ({ pointer: pointerOf(path), message })),
  );
}

function parseJson(bytes: ArrayBuffer): unknown {
  try {
    return parseStrictJson(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (error) {
    const { fault, pointer = "", message = "" } = error as Partial<StrictJsonError>;
    if (fault !== "duplicate" && fault !== "depth") throw new FakeProblemError("malformedJson");
    throw new FakeProblemError("invalidBody", [{ pointer, message }]);
  }
}

function pointerOf(path: Path): string {
  return cutPointer(path.map((key) => escapePointer(String(key))).join(""));
}
