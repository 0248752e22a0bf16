import { findMediaType } from "../compare/media-types.ts";
import type { Operation, Parameter } from "../compare/operation.ts";
import { isObject, type JsonObject, objectOf } from "../json-value.ts";

/** Which message of an operation a place is in, and the place inside the message. */
export interface MessagePlace {
  readonly part: "request" | "response";
  readonly status: string;
  /** The media type of the body. */
  readonly media: string | undefined;
  /** From the message: `query` and a name, or `body` and what follows. */
  readonly path: readonly string[];
  /** Whether the value travels as text that has no types. */
  readonly isText: boolean;
}

/** Reads the place of a finding; `undefined` for one that is not in a message. */
export function messagePlaceOf(at: readonly string[]): MessagePlace | undefined {
  const [head = "", ...rest] = at.filter((name, index) => !(index === 0 && name.startsWith("callback ")));
  const parameter = /^(path|query|header|cookie) parameter (.+)$/s.exec(head);
  if (parameter) {
    const [, group = "", name = ""] = parameter;
    // The value of a parameter with `content` is a document of its own.
    const isDocument = /^[\w.+*-]+\/[\w.+*-]+$/.test(rest[0] ?? "");
    const inner = isDocument ? rest.slice(1) : rest;
    const path = [group, group === "header" ? name.toLowerCase() : name, ...inner];
    return { part: "request", status: "", media: undefined, path, isText: !isDocument };
  }
  const status = /^response (.+)$/.exec(head)?.[1] ?? "";
  if (head !== "request body" && status === "") return undefined;
  const part = status === "" ? "request" : "response";
  const [media, ...inner] = rest;
  const header = part === "response" ? /^header (.+)$/s.exec(media ?? "")?.[1]?.toLowerCase() : undefined;
  if (header !== undefined)
    return { part, status, media: undefined, path: ["header", header, ...inner], isText: true };
  return { part, status, media, path: ["body", ...inner], isText: media !== undefined && !isJson(media) };
}

/** Whether a body of the media type is JSON, or may be. */
export function isJson(media: string): boolean {
  return /[/+]json\b|\/\*$/i.test(media);
}

type SchemaAt = (node: JsonObject, key: string) => unknown;

/**
 * The schema of a whole message in one version.
 *
 * @param schemaAt says how to write a schema of the description
 * @param names the operation that names the path parameters
 */
export function messageSchema(
  operation: Operation,
  place: MessagePlace,
  {
    schemaAt,
    names,
    isSender,
  }: { readonly schemaAt: SchemaAt; readonly names: Operation; readonly isSender: boolean },
): JsonObject {
  const { part, status } = place;
  const response = responseOf(operation, status);
  // What is not described is not sent, and is not refused.
  if (part === "response" && response === undefined) return isSender ? { not: {} } : {};
  const holder = objectOf(part === "request" ? operation.node.requestBody : response);
  const groups =
    part === "request"
      ? parameterGroups(operation, names, schemaAt)
      : { header: headersOf(holder, schemaAt) };
  const media = mediaOf(objectOf(holder.content), place.media);
  const isBodyRequired =
    part === "request" ? holder.required === true : Object.keys(objectOf(holder.content)).length > 0;
  // Without a description of the body nothing is sent, and nothing is known about what is read.
  const body = { body: media ? (schemaAt(media, "schema") ?? true) : !isSender };
  const needed = Object.entries(groups).filter(([, group]) => group.required.length > 0);
  return {
    type: "object",
    properties: { ...groups, ...body },
    required: [...needed.map(([name]) => name), ...(isBodyRequired ? ["body"] : [])],
  };
}

function mediaOf(content: JsonObject, name: string | undefined): JsonObject | undefined {
  if (name !== undefined) return findMediaType(content, name);
  const names = Object.keys(content);
  const usual = names.find(isJson) ?? names[0];
  return usual === undefined ? undefined : objectOf(content[usual]);
}

function responseOf({ node }: Operation, status: string): unknown {
  const responses = objectOf(node.responses);
  const range = `${status[0]}XX`;
  return responses[status] ?? responses[range] ?? responses[range.toLowerCase()] ?? responses.default;
}

interface Group extends JsonObject {
  readonly properties: JsonObject;
  readonly required: string[];
}

function groupOf(members: readonly (readonly [name: string, isRequired: boolean, schema: unknown])[]): Group {
  return {
    type: "object",
    properties: Object.fromEntries(members.map(([name, , schema]) => [name, schema ?? true])),
    required: members.filter(([, isRequired]) => isRequired).map(([name]) => name),
  };
}

function parameterGroups(operation: Operation, names: Operation, schemaAt: SchemaAt): Record<string, Group> {
  // A path parameter may have another name in each version.
  const nameOf = ({ key, place, name }: Parameter) => {
    const known = names.parameters.find((other) => other.key === key)?.name ?? name;
    return place === "header" ? known.toLowerCase() : known;
  };
  return Object.fromEntries(
    ["path", "query", "header", "cookie"].map((place) => {
      const own = operation.parameters.filter((each) => each.place === place);
      const members = own.map(
        (each) =>
          [nameOf(each), each.isRequired && !isSpread(each), valueSchema(each.node, schemaAt)] as const,
      );
      return [place, groupOf(members)];
    }),
  );
}

/** Whether the members of an object are parameters of their own, as exploded forms are. */
function isSpread({ place, node }: Parameter): boolean {
  const { style = "form", explode = true } = node;
  const isObjectSchema = "properties" in objectOf(node.schema) || objectOf(node.schema).type === "object";
  return (place === "query" || place === "cookie") && style === "form" && explode === true && isObjectSchema;
}

function headersOf(response: JsonObject, schemaAt: SchemaAt): Group {
  const headers = Object.entries(objectOf(response.headers)).filter(([, node]) => isObject(node));
  return groupOf(
    headers.map(([name, value]) => {
      const node = objectOf(value);
      return [name.toLowerCase(), node.required === true, valueSchema(node, schemaAt)] as const;
    }),
  );
}

/** The schema of a parameter or header, which may be that of its only media type. */
function valueSchema(node: JsonObject, schemaAt: SchemaAt): unknown {
  const [media] = Object.values(objectOf(node.content));
  return schemaAt(isObject(media) ? media : node, "schema");
}
