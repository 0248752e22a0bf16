import {
  type Api,
  type MediaKind,
  type MediaType,
  mediaKindOf,
  type Operation,
  preferredContentOf,
  type Response,
  type Schema,
  successesOf,
  successOf,
} from "../../model/api.ts";
import { ownTypeName } from "../../model/names.ts";
import { identifierSource } from "../source-text.ts";

/** The schema of a body: its name, and the schema itself if the description does not name it. */
export interface BodySchema {
  readonly name: string;
  readonly inline: Schema | undefined;
  readonly pointer: string;
}

/** The body that the client sends. */
export interface RequestBody {
  readonly mediaType: string;
  readonly kind: MediaKind;
  readonly isRequired: boolean;
  /** Absent for text, bytes, and a body without a schema. */
  readonly schema: BodySchema | undefined;
}

/** What the client reads from the successes of some statuses. */
export interface SuccessBody {
  /** Such as `200` or `2XX`. */
  readonly statuses: readonly string[];
  /** Text also stands for forms. */
  readonly kind: "json" | "text" | "binary" | "nothing";
  /** Only of JSON. */
  readonly schema: BodySchema | undefined;
}

/** Returns the body that the client sends: JSON if the operation takes it, otherwise the first media type. */
export function clientRequestBody(operation: Operation): RequestBody | undefined {
  const { body } = operation;
  if (body === undefined) return undefined;
  const content = preferredContentOf(body.content);
  const mediaType = content?.mediaType ?? "application/octet-stream";
  const kind = mediaKindOf(mediaType);
  const hasSchema = kind !== "text" && kind !== "binary";
  const schema = hasSchema ? readBodySchema(content, ownTypeName(operation, "Body")) : undefined;
  return { mediaType, kind, isRequired: body.isRequired, schema };
}

/**
 * Returns what the client reads, each kind of body once, in the order of the description.
 *
 * @throws DescriptionError for an operation without a success
 */
export function successBodies(operation: Operation): SuccessBody[] {
  const first = successOf(operation);
  const bodies = successesOf(operation).map((response) => readSuccessBody(operation, response, first));
  const byIdentity = Map.groupBy(bodies, ({ kind, schema }) => `${kind} ${schema?.name ?? ""}`);
  return [...byIdentity.values()].flatMap(([body, ...others]) =>
    body === undefined ? [] : [{ ...body, statuses: [body, ...others].flatMap(({ statuses }) => statuses) }],
  );
}

function readSuccessBody(operation: Operation, response: Response, first: Response): SuccessBody {
  const { method } = operation;
  const { status } = response;
  const content = preferredContentOf(response.content);
  const statuses = [status];
  if (content === undefined || method === "HEAD" || status === "204" || status === "205") {
    return { statuses, kind: "nothing", schema: undefined };
  }
  const kind = mediaKindOf(content.mediaType);
  if (kind === "binary" || kind === "multipart") return { statuses, kind: "binary", schema: undefined };
  if (kind !== "json") return { statuses, kind: "text", schema: undefined };
  const inlineName = ownTypeName(operation, `${response === first ? "" : status}Response`);
  return { statuses, kind, schema: readBodySchema(content, inlineName) };
}

/** Returns the bodies whose schema the description does not name. */
export function inlineBodies(api: Api): (BodySchema & { readonly inline: Schema })[] {
  return usedBodySchemas(api).flatMap((body) =>
    body.inline === undefined ? [] : [{ ...body, inline: body.inline }],
  );
}

/** Returns the schemas of these bodies, by their generated names. */
export function inlineSchemas(api: Api): Record<string, Schema> {
  return Object.fromEntries(inlineBodies(api).map(({ name, inline }) => [name, inline]));
}

/** Returns the names of the schemas of all bodies that the client can validate. */
export function bodySchemaNames(api: Api): string[] {
  return [...new Set(usedBodySchemas(api).map(({ name }) => name))];
}

function usedBodySchemas({ operations }: Api): BodySchema[] {
  const bodies = operations.flatMap((operation) => [
    ...successBodies(operation),
    ...[clientRequestBody(operation) ?? []].flat(),
  ]);
  return bodies.flatMap(({ schema }) => schema ?? []);
}

function readBodySchema(content: MediaType | undefined, inlineName: string): BodySchema | undefined {
  const { schema, schemaName, schemaPointer: pointer = "" } = content ?? {};
  if (schema === undefined) return undefined;
  return schemaName === undefined
    ? { name: identifierSource(inlineName), inline: schema, pointer }
    : { name: schemaName, inline: undefined, pointer };
}
