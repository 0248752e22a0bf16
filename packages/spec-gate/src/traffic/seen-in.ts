import { findMediaType } from "../compare/media-types.ts";
import type { Operation } from "../compare/operation.ts";
import { type JsonObject, objectOf } from "../json-value.ts";
import { isJson, type MessagePlace, messageSchema } from "../witness/message.ts";
import { DescribedPlace } from "./described-place.ts";
import type { Recorded } from "./recorded-message.ts";
import { type Seen, seenAt, unread } from "./seen-at.ts";

/**
 * Looks for a place in a recorded request or response, and wherever else the description has the same schema there.
 *
 * @param node the schema that changed, or the one around it
 */
export function seenIn(recorded: Recorded, place: MessagePlace, node: object | undefined): readonly Seen[] {
  const { operation, status } = recorded;
  const { part, media, path } = place;
  const responses = objectOf(operation.node.responses);
  const keys = Object.keys(responses);
  if (part === "response") {
    if (keyOf(status, [place.status, ...keys]) !== place.status) return [];
    const isWhole = media === undefined ? path.length === 1 : media.startsWith("link ");
    if (isWhole) return ["present"];
  }
  if (media !== undefined) {
    const holder = part === "request" ? operation.node.requestBody : responses[keyOf(status, keys) ?? ""];
    const sent = recorded.media[part];
    if (sent === undefined) return [];
    if (sent === "") return ["unread"];
    if (!isUnder(media, sent, objectOf(objectOf(holder).content))) return [];
  }
  const described = describedMessage(operation, place);
  const isJsonBody = path[0] === "body" && isJson(media ?? "");
  const direct = () => seenAt(recorded[part], path, described, !isJsonBody);
  const { body } = recorded[part];
  if (!isJsonBody || body === undefined || body === unread) return direct();
  const anchor = anchorOf(described, path, node);
  const found = [...described.at("body").valuesWith(anchor.node, body)];
  const everywhere = found.flatMap(([value, inner]) => seenAt(value, anchor.path, inner));
  return anchor.isExact ? everywhere : [...direct(), ...everywhere];
}

/** The key of the response that describes the status; a HAR file has 0 where there was none. */
function keyOf(status: number, keys: readonly string[]): string | undefined {
  if (status === 0) return undefined;
  const range = `${String(status)[0]}XX`;
  return [String(status), range, range.toLowerCase(), "default"].find((key) => keys.includes(key));
}

/** Whether the name, rather than another of the content, describes a body that was sent in a media type. */
function isUnder(name: string, sent: string, content: JsonObject): boolean {
  const named = [name, ...Object.keys(content)].map((key) => [key, { key }]);
  return findMediaType(Object.fromEntries(named), sent)?.key === name;
}

const messages = new WeakMap<Operation, Map<string, DescribedPlace>>();

function describedMessage(operation: Operation, place: MessagePlace): DescribedPlace {
  const known = messages.get(operation) ?? new Map<string, DescribedPlace>();
  messages.set(operation, known);
  const key = JSON.stringify([place.part, place.status, place.media]);
  const schemaAt = (node: JsonObject, name: string) => node[name];
  const whole = () => messageSchema(operation, place, { schemaAt, names: operation, isSender: false });
  const described = known.get(key) ?? new DescribedPlace([[whole()]]);
  known.set(key, described);
  return described;
}

/** The innermost schema on the path that has what changed, and the path from there. */
function anchorOf(
  message: DescribedPlace,
  path: readonly string[],
  node: object | undefined,
): { readonly node: object | undefined; readonly path: readonly string[]; readonly isExact: boolean } {
  const places = [message];
  for (const step of path) places.push((places.at(-1) ?? message).at(step));
  const holding = places.findLastIndex(({ nodes }) => node !== undefined && nodes.has(node));
  if (holding > 0) return { node, path: path.slice(holding), isExact: true };
  const described = places.findLastIndex(({ nodes }) => nodes.size > 0);
  return { node: [...(places[described]?.nodes ?? [])][0], path: path.slice(described), isExact: false };
}
