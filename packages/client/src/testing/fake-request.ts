import {
  cutPointer,
  escapePointer,
  findSchemaIssues,
  type ParameterReading,
  type Path,
  parseStrictJson,
  readHeaderParameter,
  readPathParameter,
  readQueryParameter,
  type SchemaNode,
  type StrictJsonError,
  splitQuery,
} from "@compute-host/core";
import type { Problem } from "@compute-host/types";
import * as nodes from "../schema-nodes.gen.ts";
import { FakeProblemError } from "./fake-responses.ts";
import type { RouteMatch } from "./fake-routes.ts";

/** A request that is known to be valid. */
export interface FakeRequest {
  /** Texts, but for those whose schema has another type. */
  readonly path: Parameters;
  /** The query and header parameters that were sent, or have a default, by name. */
  readonly params: Parameters;
  /** The parsed JSON of the body; `undefined` if the operation has none. */
  readonly body: unknown;
}

type Parameters = Readonly<Record<string, unknown>>;

/**
 * Reads the parameters of a request.
 *
 * @throws FakeProblemError naming every parameter that breaks its schema
 */
export function readParams(match: RouteMatch, request: Request): Pick<FakeRequest, "path" | "params"> {
  const errors: NonNullable<Problem["errors"]> = [];
  const path = new Map<string, unknown>(Object.entries(match.path));
  const params = new Map<string, unknown>();
  const query = splitQuery(new URL(request.url).search);
  for (const parameter of nodes.parameters[match.operation.operationId] ?? []) {
    const { name, isRequired, schema } = parameter;
    const values = parameter.in === "path" ? path : params;
    const reading = read(parameter);
    if (!reading.isGiven) {
      if (isRequired) errors.push({ parameter: name, message: "is required" });
      else if (parameter.default !== undefined) values.set(name, structuredClone(parameter.default));
    } else if (reading.isRepeated) errors.push({ parameter: name, message: "is given more than once" });
    else {
      const issues = findSchemaIssues(schema, reading.value);
      errors.push(...issues.map(({ message }) => ({ parameter: name, message })));
      values.set(name, reading.value);
    }
  }
  if (errors.length > 0) throw new FakeProblemError("invalidQuery", errors);
  return { path: Object.fromEntries(path), params: Object.fromEntries(params) };

  function read(parameter: nodes.FakeParameter): ParameterReading {
    const { name, in: place } = parameter;
    if (place === "query") return readQueryParameter(parameter, query);
    if (place === "path") return readPathParameter(parameter, match.rawPath[name] ?? "");
    return readHeaderParameter(parameter, request.headers.get(name) ?? undefined);
  }
}

/**
 * Reads the body of a request whose operation has one.
 *
 * @throws FakeProblemError if it is too large, of another media type, not JSON, or breaks the schema
 */
export async function readBody(
  { takes, bodySchema }: RouteMatch["operation"],
  request: Request,
): Promise<unknown> {
  const bytes = await request.arrayBuffer();
  const contentType = request.headers.get("content-type");
  const [mediaType = ""] = (contentType ?? "").toLowerCase().split(";", 1);
  // An empty header field names no media type either, but says that there is a body.
  const isEmpty = contentType === null && bytes.byteLength === 0;
  if (takes && !isEmpty && mediaType.trim() !== "application/json")
    throw new FakeProblemError("unsupportedMediaType");
  if (bytes.byteLength > nodes.maxBodyBytes) throw new FakeProblemError("bodyTooLarge");
  if (!takes || (isEmpty && takes === "optional")) return undefined;
  const body = parseJson(bytes);
  checkBody(bodySchema, body);
  return body;
}

function checkBody(schema: RouteMatch["operation"]["bodySchema"], body: unknown): void {
  if (schema === undefined) return;
  const node: SchemaNode = nodes.bodies[schema];
  const errors = findSchemaIssues(node, body).map(({ path, message }) => ({
    pointer: pointerOf(path),
    message,
  }));
  if (errors.length > 0) throw new FakeProblemError("invalidBody", errors);
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
