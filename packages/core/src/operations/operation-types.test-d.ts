import type { HandlersOf } from "./operation-types.ts";

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
    start: async () => ({ status: 202, body: "{}" }),
  },
];
export const reads: Handlers["read"][] = [
  // @ts-expect-error a required header field is missing
  async () => ({ status: 200, body }),
  // @ts-expect-error a body without its response lacks the header field too
  async () => "{}",
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
  // @ts-expect-error a status other than 200 and 204 must be named
  async () => "{}",
  // @ts-expect-error there is no owner without credentials
  async ({ ownerId }) => ({ status: 202, body: ownerId.trim() }),
];
// @ts-expect-error a handler is missing
export const incomplete: Handlers = { start: async () => ({ status: 202, body }) };
