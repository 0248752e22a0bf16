import type { FastifyInstance } from "fastify";
import type { Operation } from "../openapi/operation.ts";
import type { SchemaCompiler } from "../openapi/schema-validation.ts";
import { parseJsonBody } from "./json-body.ts";
import { invalidRequest, ProblemError } from "./problem.ts";

/** Takes the JSON bodies of an operation, and refuses other media types. Every parameter of the media type is accepted. */
export function acceptBodies(
  scope: FastifyInstance,
  { method, body }: Operation,
  compile: SchemaCompiler,
): void {
  if (body === undefined) return;
  const { isRequired, schemaPointer } = body;
  // A patch must not set what it does not name, so it gets no defaults.
  const fillsDefaults = method === "POST" || method === "PUT";
  scope.removeAllContentTypeParsers();
  const check = compile(schemaPointer, { fillsDefaults });
  const read = (bytes: Buffer): unknown => {
    // A client may name the type of a body that it leaves out.
    if (bytes.length === 0 && !isRequired) return undefined;
    const value = parseJsonBody(bytes);
    const violations = check(value);
    if (violations.length > 0) throw invalidRequest(violations);
    return value;
  };
  scope.addContentTypeParser<Buffer>("application/json", { parseAs: "buffer" }, (_request, bytes, done) => {
    let value: unknown;
    try {
      value = read(bytes);
    } catch (error) {
      return done(error as Error);
    }
    done(null, value);
  });
}

/**
 * Checks that a required body was sent: a missing body is not JSON either.
 *
 * @throws ProblemError
 */
export function checkBodyIsSent({ body }: Operation, sent: unknown): void {
  if (sent === undefined && body?.isRequired) throw new ProblemError("malformed-json");
}
