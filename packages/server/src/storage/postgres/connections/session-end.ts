import type { ClientBase } from "pg";
import { isServerError } from "./error.ts";

const ends = new WeakMap<ClientBase, unknown>();

/**
 * Records why the server ends a client's session. It says so between statements; the next statement only finds a broken
 * connection.
 */
export function noteSessionEnd(client: ClientBase): void {
  client.on("error", (error) => {
    if (isServerError(error)) ends.set(client, error);
  });
}

/** Why the server ended the session, or otherwise the given error. */
export function sessionEndOf(client: ClientBase, error: unknown): unknown {
  return ends.get(client) ?? error;
}
