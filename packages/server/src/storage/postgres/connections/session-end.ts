import type { ClientBase } from "pg";
import { isServerError } from "./error.ts";

const ends = new WeakMap<ClientBase, unknown>();

/** Notes why the server ends the session of a client, which it says between statements; the next one only finds a broken connection. */
export function noteSessionEnd(client: ClientBase): void {
  client.on("error", (error) => {
    if (isServerError(error)) ends.set(client, error);
  });
}

/** Why the server has ended the session, or else the error. */
export function sessionEndOf(client: ClientBase, error: unknown): unknown {
  return ends.get(client) ?? error;
}
