import type { ApiDocument } from "../../document/api-document.ts";
import { methods } from "../../document/keys.ts";
import { isOpaque } from "../../document/opaque.ts";
import { isComplete } from "../../document/openapi-objects.ts";
import { arrayOf, isObject, type JsonObject, objectOf } from "../../json-value.ts";
import { type CredentialSet, credentialSetsOf } from "./credentials.ts";
import { serversOf, serverUrlsOf } from "./server-urls.ts";

/** A parameter with its identity across versions: place and name, or place and position. */
export interface Parameter {
  readonly key: string;
  readonly name: string;
  readonly place: string;
  readonly isRequired: boolean;
  readonly node: JsonObject;
}

/** An operation with everything it inherits from its path and its document. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  /** The path with its parameters' names left out. */
  readonly shape: string;
  readonly label: string;
  readonly node: JsonObject;
  readonly parameters: readonly Parameter[];
  /** The references to parameters that the gate cannot follow. */
  readonly unknownParameters: readonly string[];
  readonly credentials: readonly CredentialSet[];
  readonly servers: readonly string[];
  /** The URLs of each server, starting with the one from its variables' defaults. */
  readonly serverChoices: readonly (readonly string[])[];
  readonly serverNodes: readonly JsonObject[];
}

// OpenAPI ignores these header parameters: content and security describe them.
const ignoredHeaders = ["accept", "content-type", "authorization"];

/** Returns the operations of a document's paths. */
export function operationsOf(document: ApiDocument): Operation[] {
  return Object.entries(objectOf(document.root.paths)).flatMap(([path, item]) => {
    return path.startsWith("/") ? operationsIn(document.root, path, objectOf(item)) : [];
  });
}

/** Returns the operations of one path item, webhook or callback. */
export function operationsIn(root: JsonObject, path: string, item: JsonObject): Operation[] {
  const own = methods
    .filter((method) => isObject(item[method]))
    .map((method) => [method, item[method]] as const);
  const additional = Object.entries(objectOf(item.additionalOperations));
  return [...own, ...additional].map(([method, value]) => {
    const node = objectOf(value);
    const serverNodes = serversOf(root, item, node);
    const serverChoices = serverUrlsOf(serverNodes);
    return {
      method: method.toUpperCase(),
      path,
      shape: shapeOf(path),
      label: `${method.toUpperCase()} ${path}`,
      node,
      parameters: parametersOf(path, item, node),
      unknownParameters: writtenParameters(item, node)
        .filter(isOpaque)
        .map(({ $ref }) => $ref),
      credentials: credentialSetsOf(root, node),
      servers: [...new Set(serverChoices.flat())],
      serverChoices,
      serverNodes,
    };
  });
}

function shapeOf(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, "{}");
}

function writtenParameters(item: JsonObject, operation: JsonObject): unknown[] {
  return [...arrayOf(item.parameters), ...arrayOf(operation.parameters)];
}

/** What tells a parameter from others in its place: of the whole query there is one, whatever its name. */
function idOf(place: string, name: string, position: number): string {
  if (place === "path") return String(position);
  if (place === "querystring") return "";
  return place === "header" ? name.toLowerCase() : name;
}

function parametersOf(path: string, item: JsonObject, operation: JsonObject): Parameter[] {
  const positions = [...path.matchAll(/\{([^}]*)\}/g)].map((match) => match[1]);
  const found = new Map<string, Parameter>();
  for (const value of writtenParameters(item, operation)) {
    const node = objectOf(value);
    if (isOpaque(value) || !isComplete("parameter", node)) continue;
    const place = String(node.in);
    const name = String(node.name);
    const isHeader = place === "header";
    if (isHeader && ignoredHeaders.includes(name.toLowerCase())) continue;
    const position = positions.indexOf(name);
    // Without a variable it has no place in the URL.
    if (place === "path" && position < 0) continue;
    const key = `${place} ${idOf(place, name, position)}`;
    found.set(key, { key, name, place, isRequired: place === "path" || node.required === true, node });
  }
  return [...found.values()];
}
