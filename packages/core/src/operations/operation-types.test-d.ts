import { jsonText } from "../schema/json-text.ts";
import type { HandlersOf } from "./operation-types.ts";
import { type ItemOf, ListText, type ReplyBody } from "./reply.ts";

interface Types {
  read: {
    parameters: { query?: { limit?: number } };
    responses: {
      200: {
        headers: { ETag: string; [name: string]: unknown };
        content: { "application/json": { a: string } };
      };
      404: {
        headers: { [name: string]: unknown };
        content: { "application/problem+json": { type: string } };
      };
    };
  };
  start: {
    responses: {
      202: { headers: { [name: string]: unknown }; content: { "application/json": { a: string } } };
    };
  };
}
interface Facts {
  read: { success: 200; isAnonymous: false; filled: "limit" };
  start: { success: 202; isAnonymous: true; filled: never };
}
type Handlers = HandlersOf<Types, Facts>;

const headers = { ETag: "a" };
const body = { a: "b" };
export const accepted: Handlers[] = [
  {
    read: async ({ ownerId, query }) => ({
      status: 200,
      headers: { ETag: ownerId + query.limit.toFixed() },
      body,
    }),
    start: async () => ({ status: 202, body: jsonText(body) }),
  },
];
export const reads: Handlers["read"][] = [
  // @ts-expect-error a required header field is missing
  async () => ({ status: 200, body }),
  // @ts-expect-error a body without its response lacks the header field too
  async () => jsonText(body),
  // @ts-expect-error the status is not documented
  async () => ({ status: 201, headers, body }),
  // @ts-expect-error the body is missing
  async () => ({ status: 200, headers }),
  // @ts-expect-error the body is of another status
  async () => ({ status: 404, body }),
  // @ts-expect-error the header field is of another type
  async () => ({ status: 200, headers: { ETag: 1 }, body }),
];
export const starts: Handlers["start"][] = [
  // @ts-expect-error a text that may hold anything
  async () => ({ status: 202, body: "{}" }),
  // @ts-expect-error the text of another value
  async () => ({ status: 202, body: jsonText({ value: body }) }),
  // @ts-expect-error the list of something else
  async () => ({ status: 202, body: new ListText({ values: [body] }).ofPage(items, 0) }),
  // @ts-expect-error a status other than 200 and 204 must be named
  async () => jsonText(body),
  // @ts-expect-error there is no owner without credentials
  async ({ ownerId }) => ({ status: 202, body: ownerId.trim() }),
];
// @ts-expect-error a handler is missing
export const incomplete: Handlers = { start: async () => ({ status: 202, body }) };

interface List {
  computers: { a: string }[];
  total?: number;
}
declare const items: Parameters<ListText<List>["ofPage"]>[0];
declare const others: Parameters<ListText<{ others: { b: string }[] }>["ofPage"]>[0];
export const item: ItemOf<List> = body;
export const lists: ReplyBody<List>[] = [
  new ListText<List>({ computers: [] }).ofPage(items, 0),
  // @ts-expect-error a required member is missing
  new ListText<Required<List>>({ computers: [] }).ofPage(items, 0),
  // @ts-expect-error the list has no such member
  new ListText<List>({ machines: [] }).ofPage(items, 0),
  // @ts-expect-error the items are others
  new ListText<List>({ computers: [] }).ofPage(others, 0),
];
