import { type JsonItems, type JsonOf, type JsonText, jsonText } from "../schema/json-text.ts";
import type { Operation } from "./operation.ts";

/** JSON text with its length in UTF-8. Joining its parts would copy all of it. */
export class SizedText<Value = unknown> implements JsonOf<Value> {
  declare readonly "~json": Value;
  readonly parts: readonly string[];
  readonly byteLength: number;

  constructor(parts: readonly string[], byteLength: number) {
    this.parts = parts;
    this.byteLength = byteLength;
  }
}

/** The JSON text of a body, whole or in pieces. */
export type ReplyBody<Value = unknown> =
  | JsonText<Value>
  | SizedText<Value>
  | (AsyncIterable<string> & JsonOf<Value>);

/** The items of the array in a list. */
export type ItemOf<List> = {
  [Name in keyof List]-?: List[Name] extends readonly (infer Item)[] | undefined ? Item : never;
}[keyof List];

/** Composes the body of a list from the texts of its items. */
export class ListText<List extends object> {
  readonly #start: string;
  readonly #end: string;

  /** @param emptyList everything that the list has besides its items, and the empty array that they fill */
  constructor(emptyList: List) {
    const [start = "", end = ""] = jsonText(emptyList).split("[]");
    this.#start = `${start}[`;
    this.#end = `]${end}`;
  }

  /** A list of one page, whose length is known. */
  ofPage(text: JsonItems<ItemOf<List>>, byteLength: number): SizedText<List> {
    const frameLength = this.#start.length + this.#end.length;
    return new SizedText([this.#start, text, this.#end], byteLength + frameLength);
  }

  /** A longer list, which is sent page by page, so it is never entirely in memory. */
  ofPages(
    pages: AsyncIterable<{ readonly text: JsonItems<ItemOf<List>> }>,
  ): AsyncIterable<string> & JsonOf<List> {
    return this.#join(pages) as AsyncIterable<string> & JsonOf<List>;
  }

  async *#join(pages: AsyncIterable<{ readonly text: string }>): AsyncIterable<string> {
    let before = this.#start;
    for await (const { text } of pages) {
      // The previous page may have been exactly full.
      if (text === "") continue;
      yield before + text;
      before = ",";
    }
    yield before === "," ? this.#end : before + this.#end;
  }
}

/** A complete reply; see the types of the handlers for what an operation may reply. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** A {@link ReplyBody}, or a value that is sent as JSON. */
  readonly body?: unknown;
}

/** What a handler returns: the body of the operation's first success, nothing if it has none, or a complete reply. */
export type HandlerResult = ReplyBody | Reply | undefined;

/** A response, ready to be sent. */
export interface ReadyResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The media type of the body; not sent without one. */
  readonly contentType: string;
  readonly body: ReplyBody | undefined;
}

const noFields: ReadyResponse["headers"] = [];

/** Completes the reply of a handler. */
export function readyResponse({ successStatus }: Operation, result: HandlerResult): ReadyResponse {
  if (typeof result !== "object" || isBody(result)) {
    return { status: successStatus, headers: noFields, contentType: "application/json", body: result };
  }
  const { status, headers = {}, body } = result;
  // A 204 has no body (RFC 9110, section 15.3.5).
  const text = body === undefined || isBody(body) ? body : jsonText(body);
  return {
    status,
    headers: Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as const],
    ),
    contentType: status < 400 ? "application/json" : "application/problem+json",
    body: status === 204 ? undefined : (text as ReplyBody | undefined),
  };
}

function isBody(value: unknown): value is ReplyBody {
  if (typeof value !== "object" || value === null) return typeof value === "string";
  return value instanceof SizedText || Symbol.asyncIterator in value;
}
