import type { FastifyInstance, FastifyRequest } from "fastify";
import type { BodyContent, Operation } from "../openapi/operation.ts";
import type { SchemaCheck, SchemaCompiler } from "../openapi/schema-validation.ts";
import { parseMultipart, parseUrlEncoded, readFormBody } from "./form-body.ts";
import { parseJsonBody } from "./json-body.ts";
import { invalidRequest, ProblemError } from "./problem.ts";

/** Parses and checks a body, which arrived with a media type. */
type BodyReader = (bytes: Buffer, contentType: string) => unknown;

/** Takes the bodies of an operation, and refuses other media types. Every parameter of a media type is accepted. */
export function acceptBodies(scope: FastifyInstance, operation: Operation, compile: SchemaCompiler): void {
  const { content = [], isRequired = false } = operation.body ?? {};
  scope.removeAllContentTypeParsers();
  const taken = new Set<string>();
  for (const one of content) {
    const [name = ""] = one.mediaType.toLowerCase().split(";", 1);
    const read = createReader(one, createCheck(operation.method, one, compile));
    const parse = (request: FastifyRequest, bytes: Buffer): unknown => {
      // A client may name the type of a body that it leaves out.
      if (bytes.length === 0 && !isRequired && one.kind === "json") return undefined;
      request.bodyType = one.mediaType;
      return read(bytes, request.headers["content-type"] ?? "");
    };
    // A type with parameters of its own comes before the same without.
    for (const mediaType of new Set([one.mediaType, name.trim()])) {
      if (taken.has(mediaType)) continue;
      taken.add(mediaType);
      scope.addContentTypeParser<Buffer>(
        matcherOf(mediaType),
        { parseAs: "buffer" },
        (request, bytes, done) => {
          try {
            const body = parse(request, bytes);
            if (body instanceof Promise) body.then((value) => done(null, value), done);
            else done(null, body);
          } catch (error) {
            done(error as Error);
          }
        },
      );
    }
  }
}

/**
 * Checks that a required body was sent.
 *
 * @throws ProblemError
 */
export function checkBodyIsSent({ body }: Operation, sent: unknown): void {
  if (sent !== undefined || !body?.isRequired) return;
  // A missing body is not JSON either.
  if (body.content.some(({ kind }) => kind === "json")) throw new ProblemError("malformed-json");
  throw invalidRequest([{ pointer: "", message: "is required" }]);
}

/** What Fastify takes for a media type or a range. */
function matcherOf(mediaType: string): string | RegExp {
  if (mediaType === "*/*") return "*";
  if (!mediaType.endsWith("/*")) return mediaType;
  return new RegExp(`^${mediaType.slice(0, -1).replaceAll(/[^\w/]/g, "\\$&")}`, "i");
}

/** A patch must not set what it does not name, so it gets no defaults. */
function createCheck(
  method: string,
  { schemaPointer }: BodyContent,
  compile: SchemaCompiler,
): SchemaCheck | undefined {
  if (schemaPointer === undefined) return undefined;
  return compile(schemaPointer, { fillsDefaults: method === "POST" || method === "PUT" });
}

function createReader({ kind, fields = {} }: BodyContent, check: SchemaCheck | undefined): BodyReader {
  const checked = (value: unknown): unknown => {
    const violations = check?.(value) ?? [];
    if (violations.length > 0) throw invalidRequest(violations);
    return value;
  };
  const readers: Readonly<Record<BodyContent["kind"], BodyReader>> = {
    json: (bytes) => checked(parseJsonBody(bytes)),
    text: (bytes, contentType) => checked(decodeText(bytes, contentType)),
    form: (bytes) => readFormBody(parseUrlEncoded(bytes), fields, check),
    multipart: async (bytes, contentType) =>
      readFormBody(await parseMultipart(bytes, contentType), fields, check),
    binary: (bytes) => bytes,
  };
  return readers[kind];
}

function decodeText(bytes: Buffer, contentType: string): string {
  const charset = /;\s*charset="?([^\s;"]+)/i.exec(contentType)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof RangeError) throw new ProblemError("unsupported-media-type");
    throw invalidRequest([{ pointer: "", message: `must be text in ${charset}` }]);
  }
}
