import { arrayOf, isObject, type JsonObject } from "../json-value.ts";
import { isExtension, isVersion30 } from "./keys.ts";
import { isOpaque, leadsElsewhere } from "./opaque.ts";
import { fieldOf, fieldsOf, type ObjectName, openApiObjects } from "./openapi-objects.ts";
import {
  coreKeywords,
  isForeign,
  isSchema,
  keywordLike,
  schemaKeywords,
  unreadKeywords,
} from "./schema-keywords.ts";

/** A part of a description that the gate does not compare. */
export interface UnreadPart {
  readonly node: JsonObject;
  /** The path from the node to the part. */
  readonly path: readonly string[];
  readonly value: unknown;
  readonly message: string;
  /** Whether OpenAPI allows the part. One that it does not allow counts as absent. */
  readonly isAllowed: boolean;
}

/** The keywords of a schema that hold an object of OpenAPI. */
const keywordObjects = new Map<string, ObjectName>([
  ["discriminator", "discriminator"],
  ["externalDocs", "external documentation"],
  ["xml", "xml"],
]);

/**
 * The parts of a linked description that the gate does not compare: what OpenAPI does not know, and what no rule is
 * for.
 */
export function unreadParts(root: JsonObject): UnreadPart[] {
  const found: UnreadPart[] = [];
  // An object may be in several places, in a different role in each.
  const seen = new Map<ObjectName, Set<object>>();
  const schemas: unknown[] = [];
  const is30 = isVersion30(root);
  const add = (node: JsonObject, path: readonly string[], message: string, isAllowed = false) => {
    const value = path.reduce<unknown>((inner, key) => Object(inner)[key], node);
    found.push({ node, path, value, message, isAllowed });
  };
  const isNew = (node: object, name: ObjectName) => {
    const known = seen.get(name) ?? new Set();
    if (known.has(node)) return false;
    seen.set(name, known.add(node));
    return true;
  };
  const visitMember = (node: JsonObject, path: readonly string[], value: unknown, name: ObjectName) => {
    if (name === "schema") visitSchema(node, path, value);
    else if (isObject(value)) visit(value, name);
    else add(node, path, `${openApiObjects[name].called} has to be an object`);
  };
  const visitSchema = (node: JsonObject, path: readonly string[], value: unknown) => {
    if (isSchema(value)) schemas.push(value);
    else add(node, path, wants(path, "a schema", value));
  };
  const visit = (node: JsonObject, name: ObjectName): void => {
    if (!isNew(node, name)) return;
    if (isOpaque(node)) {
      add(node, ["$ref"], unfollowed(node.$ref), leadsElsewhere(node.$ref));
      return;
    }
    const { keys, called, needed = [] } = openApiObjects[name];
    for (const key of needed) {
      const kind = fieldOf(name, key)?.field.wants;
      if (node[key] === undefined) add(node, [], `${called} has to have ${key}: ${kind}`);
    }
    for (const [key, value] of Object.entries(node)) {
      const { field, isUnread = false } = fieldOf(name, key) ?? {};
      if (value === undefined || (!field && isExtension(key))) continue;
      if (!field && keys?.like.test(key)) visitMember(node, [key], value, keys.member);
      else if (!field)
        add(node, [key], keys?.wants ?? `${key} is not a field of ${called}${hint(key, name)}`);
      else if (!field.isRight(value)) add(node, [key], wants([key], field.wants, value));
      else {
        if (isUnread) add(node, [key], `the gate does not judge ${key}`, true);
        if (field.isSchema) schemas.push(value);
        if (field.object) visitMember(node, [key], value, field.object);
        const { member } = field;
        if (member === undefined) continue;
        const entries = Object.entries(isObject(value) ? value : arrayOf(value));
        for (const [at, each] of entries) visitMember(node, [key, at], each, member);
      }
    }
  };
  visit(root, "description");
  for (let next = schemas.pop(); next !== undefined; next = schemas.pop()) {
    if (!isObject(next) || !isNew(next, "schema")) continue;
    const node = next;
    // What leads elsewhere is compared where it is used.
    if (isOpaque(node) && !leadsElsewhere(node.$ref)) add(node, ["$ref"], unfollowed(node.$ref));
    // From 3.1 on, an unknown keyword is a note, but an object of another kind is still no schema.
    const isOfOtherKind = [...seen].some(([name, nodes]) => name !== "schema" && nodes.has(node));
    const isUnknown = isForeign(node) && (is30 || isOfOtherKind);
    if (isUnknown) {
      const message = "a schema has to have a keyword, such as type";
      found.push({ node, path: [], value: Object.keys(node), message, isAllowed: false });
    }
    for (const [key, value] of Object.entries(node)) {
      if (value === undefined) continue;
      const keyword = schemaKeywords.get(key);
      if (!keyword) {
        const meant = isUnknown || isExtension(key) || coreKeywords.has(key) ? undefined : keywordLike(key);
        if (meant !== undefined && (meant !== "" || is30))
          add(node, [key], `${key} is not a keyword of a schema${meant && `; write ${meant}`}`);
        continue;
      }
      if (!keyword.isRight(value)) add(node, [key], wants([key], keyword.wants, value));
      else schemas.push(...keyword.inner(value));
      if (unreadKeywords.has(key)) add(node, [key], `the gate does not judge ${key}`, true);
      const object = keywordObjects.get(key);
      if (object && isObject(value)) visit(value, object);
    }
  }
  return found;
}

function wants(path: readonly string[], kind: string, value: unknown): string {
  const isReference = kind === "a schema" && isReferenceText(value);
  return `${path.at(-1)} has to be ${kind}${isReference ? `; write { $ref: "${value}" } for a reference` : ""}`;
}

/** The field that is written in other letter case, as in `GET`. */
function hint(key: string, name: ObjectName): string {
  const meant = fieldsOf(name).find((field) => field.toLowerCase() === key.toLowerCase());
  return meant === undefined ? "" : `; write ${meant}`;
}

/** Whether the text is a reference without its `$ref`. */
function isReferenceText(value: unknown): boolean {
  return typeof value === "string" && /^#\/|\.(?:ya?ml|json)(?:#|$)/.test(value);
}

/** Says why the reference is not followed. */
function unfollowed($ref: string): string {
  return leadsElsewhere($ref) ? `the gate does not follow ${$ref}` : `the $ref ${$ref} does not resolve`;
}
