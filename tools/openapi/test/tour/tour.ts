import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { makeDocumentFromString } from "@redocly/openapi-core";
import {
  type Api,
  apiOf,
  isObject,
  type JsonObject,
  type Operation,
  objectOf,
  readDescription,
  successOf,
  valueAt,
} from "../../src/index.ts";

const ours = fileURLToPath(new URL("../../../../spec/openapi.yaml", import.meta.url));
const added = fileURLToPath(new URL("tour.yaml", import.meta.url));

/** Our own description with one operation for each construct that flows. */
export async function tourDescription(): Promise<JsonObject> {
  const { parsed } = makeDocumentFromString<JsonObject>(readFileSync(added, "utf8"), added);
  return merged(await readDescription(ours), parsed);
}

function merged(base: JsonObject, more: JsonObject): JsonObject {
  const entries = Object.entries(more).map(([key, value]) => {
    const old = base[key];
    if (Array.isArray(value)) return [key, [...(Array.isArray(old) ? old : []), ...value]];
    return [key, isObject(value) && isObject(old) ? merged(old, value) : value];
  });
  return { ...base, ...Object.fromEntries(entries) };
}

/** A stop of the tour: an operation, and what must happen when it is called. */
export interface Stop {
  readonly operationId: string;
  /** The constructs that it shows. */
  readonly shows: readonly string[];
  /** The call of the client, in TypeScript. */
  readonly call: string;
  /** The same call by path, in TypeScript. */
  readonly callByPath: string | undefined;
  /** What the client sends: the request line, the header fields, the body. */
  readonly wire: string | undefined;
  /** What the handler of the service gets. */
  readonly reads: JsonObject;
  /** The reply of the handler, in TypeScript. @default the body of the success */
  readonly answer: string | undefined;
  readonly status: number;
  /** The first success, which a mock answers with. */
  readonly firstStatus: number;
  readonly mediaType: string | undefined;
  /** What is wrong with Prism here. */
  readonly prismDefect: string | undefined;
  /** The text of the success's body, and what the client makes of it. */
  readonly body: string | undefined;
  readonly data: unknown;
  /** What the client makes of the first success. */
  readonly firstData: unknown;
}

/** Returns the stops of the tour in the order of its description. */
export function readStops(description: JsonObject): Stop[] {
  const api = apiOf(description);
  return api.operations.flatMap((operation) => {
    const own = objectOf(valueAt(api.document, operation.pointer));
    return own["x-shows"] === undefined ? [] : [readStop(operation, own)];
  });
}

function readStop(operation: Operation, own: JsonObject): Stop {
  const returns = objectOf(own["x-returns"]);
  const { status, content } = successOf(operation);
  const [media] = content;
  const isJson = media !== undefined && /json/.test(media.mediaType);
  const firstData = media?.examples[0]?.value ?? (media === undefined || isJson ? undefined : "");
  const example = returns.data ?? firstData;
  const text = isJson ? JSON.stringify(example) : (example as string | undefined);
  return {
    operationId: operation.operationId,
    shows: own["x-shows"] as readonly string[],
    call: String(own["x-call"]),
    callByPath: own["x-call-by-path"] as string | undefined,
    wire: own["x-wire"] as string | undefined,
    reads: objectOf(own["x-reads"]),
    prismDefect: own["x-prism"] as string | undefined,
    answer: own["x-answer"] as string | undefined,
    status: Number(returns.status ?? status.replace("XX", "00")),
    firstStatus: Number(status.replace("XX", "00")),
    mediaType: media?.mediaType,
    body: media === undefined ? undefined : text,
    data: media === undefined ? undefined : example,
    firstData,
  };
}

/** Returns the webhooks of the tour, which only types and docs know. */
export function readWebhookStops({
  document,
  webhooks,
}: Api): Pick<Stop, "operationId" | "shows" | "prismDefect">[] {
  return webhooks.map(({ operationId, pointer }) => {
    const shows = objectOf(valueAt(document, pointer))["x-shows"] as readonly string[];
    return { operationId, shows, prismDefect: undefined };
  });
}
