import type { ClientBase } from "pg";
import { StorageError } from "../../../computers/store-errors.ts";
import { describePostgresError, isConnectionLost, isServerError } from "./error.ts";
import { sessionEndOf } from "./session-end.ts";

/** Lends a connection to some work. */
export type Use = <Result>(work: (client: ClientBase) => Promise<Result>) => Promise<Result>;

/** Rolls back if the first part of a transaction fails, unless its connection is lost. */
export async function inTransaction<Result>(
  client: ClientBase,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isConnectionLost(error)) throw sessionEndOf(client, error);
    await client.query("rollback");
    throw error;
  }
}

/** A statement and its values. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Sends statements and the commit without waiting in between; PostgreSQL turns the commit of a failed transaction into
 * a rollback.
 *
 * @throws StorageError with `isUnprocessed: false` if the connection broke before the commit's result was known.
 */
export async function send(client: ClientBase, statements: readonly Statement[]): Promise<void> {
  const sent = statements.map((statement) =>
    client.query({ ...statement, values: statement.values as unknown[] }),
  );
  const committed = client.query("commit");
  const results = await Promise.allSettled([...sent, committed]);
  const failures = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  const refusal = failures.find(isServerError);
  // If the server refused a statement before the commit, or nothing was sent, then nothing was changed, even if the
  // connection broke.
  if (refusal !== undefined && refusal !== failures.at(-1)) throw refusal;
  if (wasNotSent(failures[0])) throw sessionEndOf(client, failures[0]);
  const last = results.at(-1);
  if (last?.status === "fulfilled") {
    if (refusal !== undefined) throw refusal;
    return;
  }
  const cause = last?.reason;
  throw new StorageError(`the outcome of a commit is not known: ${describePostgresError(cause)}`, {
    isUnprocessed: false,
    cause,
  });
}

/** Whether the connection had already been lost, which the driver's messages say at their end. */
function wasNotSent(error: unknown): boolean {
  return error instanceof Error && error.message.endsWith("is not queryable");
}

/** Waits for all of them, then throws the first failure. */
export async function allSettled<Values extends readonly unknown[]>(
  values: Values,
): Promise<{ -readonly [Key in keyof Values]: Awaited<Values[Key]> }> {
  await Promise.allSettled(values);
  return Promise.all(values) as Promise<{ -readonly [Key in keyof Values]: Awaited<Values[Key]> }>;
}
