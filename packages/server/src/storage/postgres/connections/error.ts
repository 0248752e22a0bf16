import { DatabaseError } from "pg";
import { StorageError } from "../../../computers/store-errors.ts";
import { describeOperatorError, type OperatorErrorCode } from "../../operator-errors.ts";
import { inUse } from "../../storage.ts";

/** SQLSTATEs, see https://www.postgresql.org/docs/current/errcodes-appendix.html. */
const states = {
  uniqueViolation: "23505",
  serializationFailure: "40001",
  deadlock: "40P01",
  lockNotAvailable: "55P03",
  queryCanceled: "57014",
  tooManyConnections: "53300",
  readOnly: "25006",
  diskFull: "53100",
  notInPrerequisiteState: "55000",
  undefinedTable: "42P01",
  adminShutdown: "57P01",
  idleSessionTimeout: "57P05",
} as const;

/** The operator's errors by SQLSTATE, or by the code of a system error. */
const operatorCodes: Readonly<Record<string, OperatorErrorCode>> = {
  ECONNREFUSED: "pg-refused",
  // A Unix socket does not exist before its server runs.
  ENOENT: "pg-refused",
  ENOTFOUND: "pg-unknown-host",
  DEPTH_ZERO_SELF_SIGNED_CERT: "pg-certificate",
  SELF_SIGNED_CERT_IN_CHAIN: "pg-certificate",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "pg-certificate",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "pg-certificate",
  CERT_HAS_EXPIRED: "pg-certificate",
  ERR_TLS_CERT_ALTNAME_INVALID: "pg-certificate",
  [states.readOnly]: "pg-read-only",
  "28P01": "pg-password",
  "28000": "pg-user",
  "3D000": "pg-no-database",
  "42501": "pg-permission",
  [states.diskFull]: "pg-disk-full",
  [states.undefinedTable]: "pg-no-table",
  [states.tooManyConnections]: "pg-connection-limit",
  [states.lockNotAvailable]: "pg-locked",
};

/** The pool's error when it has no connection to lend. */
const noneFree = "timeout exceeded when trying to connect";

/** The driver's error when the server closes the connection. */
const terminated = "Connection terminated unexpectedly";

/** The pool's error once it is closed. */
export const closed = "Cannot use a pool after calling end on the pool";

/** The operator's errors by messages of the driver, whose errors have no code. */
const driverCodes: Readonly<Record<string, OperatorErrorCode>> = {
  "timeout expired": "pg-slow-connection",
  [noneFree]: "pg-no-free-connection",
  "Connection terminated due to connection timeout": "pg-slow-connection",
  [terminated]: "pg-closed",
  "Query read timeout": "pg-no-response",
  "The server does not support SSL connections": "pg-no-tls",
};

/** Classes of SQLSTATEs that end by themselves or once an operator acts. */
const passingClasses: readonly string[] = ["08", "25", "28", "3D", "40", "53", "55", "57"];

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === "string" ? code : "";
}

/** Whether the server itself sent this, so that the statement had no effect. */
export function isServerError(error: unknown): boolean {
  return error instanceof DatabaseError;
}

/** Whether it is a bug of this program rather than a failure of the database. */
function isMistake(error: unknown): boolean {
  return [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => error instanceof kind);
}

/** There was no connection, so nothing was sent. */
export class NoConnectionError extends Error {
  override readonly name = "NoConnectionError";
  readonly code: string;

  constructor(cause: unknown) {
    super(messageOf(cause), { cause });
    this.code = codeOf(cause);
  }
}

/** The server takes no writes, and the database URL asks for one that does. */
export class ReadOnlyServerError extends Error {
  override readonly name = "ReadOnlyServerError";
  readonly code = states.readOnly;
}

/** The server is a standby, whose data may be outdated. */
export class StandbyError extends Error {
  override readonly name = "StandbyError";

  constructor(server: string) {
    super(describeOperatorError("pg-standby", server));
  }
}

/** A commit waits for a standby, so nothing was sent, which would wait too. */
export class StandbyAwayError extends Error {
  override readonly name = "StandbyAwayError";
  /** Not an outage, because reads continue. */
  readonly code = states.notInPrerequisiteState;

  /**
   * @param required What `synchronous_standby_names` says.
   * @param connected The names of the standbys that are connected.
   */
  constructor(required: string, connected: string) {
    const state = `synchronous_standby_names is ${required}, and connected: ${connected}`;
    super(describeOperatorError("pg-standby-away", state));
  }
}

/** The service cannot use the database in its state, on any of its servers. */
export class UnusableDatabaseError extends Error {
  override readonly name = "UnusableDatabaseError";
}

/**
 * A service uses the database, or a command that needs it exclusively. @param holders Who uses it, by
 * `application_name`.
 */
export function inUseBy(holders?: string): UnusableDatabaseError {
  const names = holders === undefined ? "" : ` (${holders})`;
  return new UnusableDatabaseError(`${inUse}${names}; stop that first`);
}

/** A connection pooler breaks what the service relies on. @param line The line that its configuration needs. */
export function brokenByPooler(problem: string, line: string): UnusableDatabaseError {
  return new UnusableDatabaseError(
    `${problem}; set ${line} in the configuration of the connection pooler, or connect to the database directly`,
  );
}

/** Whether another server would not help: it refused the user or is full, or the pool had no connection to lend. */
export function wasRefused(error: unknown): boolean {
  return (
    /^(?:28|3D|53)/.test(codeOf(error)) ||
    error instanceof UnusableDatabaseError ||
    [noneFree, closed].includes(messageOf(error))
  );
}

const hasState = (error: unknown, ...names: readonly (keyof typeof states)[]) =>
  names.some((name) => codeOf(error) === states[name]);

/** Whether a server is read-only. */
export const isReadOnly = (error: unknown) => hasState(error, "readOnly");
/** Whether the database takes no writes while it may still be read. */
export const refusesWrites = (error: unknown) =>
  !(error instanceof NoConnectionError) && hasState(error, "readOnly", "diskFull");
/**
 * Whether the server ended a connection that was idle for longer than its settings allow; the next use opens a new one.
 */
export const isIdleEnd = (error: unknown) => hasState(error, "idleSessionTimeout");
/** Whether the server, or this user's role, has no connection left. */
export const isConnectionLimit = (error: unknown) => hasState(error, "tooManyConnections");
/** Whether transactions collided. */
export const isCollision = (error: unknown) => hasState(error, "serializationFailure", "deadlock");
/** Whether a lock, or a statement that may wait for one, took too long. */
export const isLockTimeout = (error: unknown) => hasState(error, "lockNotAvailable") || isTimeout(error);
/** Whether a statement took too long. */
export const isTimeout = (error: unknown) => hasState(error, "queryCanceled");

/** Whether the connection cannot be used any more: it broke, or the server is ending it. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof NoConnectionError || error instanceof StandbyAwayError) return false;
  return isServerError(error) ? /^(?:08|57P|25P0[34])/.test(codeOf(error)) : !isMistake(error);
}

/** Whether a connection broke while it was being opened, which says nothing about the next one. */
export function wasCut(error: unknown): boolean {
  return (
    ["ECONNRESET", "EPIPE", states.adminShutdown].includes(codeOf(error)) || messageOf(error) === terminated
  );
}

/** Whether what threw this may succeed when retried. */
export function isPassing(error: unknown): boolean {
  if (!isServerError(error)) return !isMistake(error);
  // A table is missing while a backup is restored.
  return hasState(error, "undefinedTable") || passingClasses.includes(codeOf(error).slice(0, 2));
}

/** Whether it concerns the whole database, rather than a statement that waited too long for another. */
export function isOutage(error: unknown): boolean {
  return isPassing(error) && !/^(?:40|55|57014)/.test(codeOf(error));
}

/** The unique index that refused a row. */
export function violatedIndex(error: unknown): string | undefined {
  return hasState(error, "uniqueViolation")
    ? (error as { readonly constraint?: string }).constraint
    : undefined;
}

/** Says what is wrong and what to do. */
export function describePostgresError(error: unknown): string {
  if (error instanceof NoConnectionError) return describePostgresError(error.cause);
  // One error for each server.
  if (error instanceof AggregateError && codeOf(error) === "")
    return distinct(error.errors.map(describePostgresError));
  const message = messageOf(error);
  if (message === closed) return "the connection that held this command's exclusive lock broke; try again";
  const code = operatorCodes[codeOf(error)] ?? driverCodes[message];
  return code === undefined ? message : describeOperatorError(code, message);
}

/**
 * The message of an error. A connection to a name with several addresses fails with one error per address and no
 * message for all.
 */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return distinct(error.errors.map(messageOf));
  return error instanceof Error ? error.message : String(error);
}

/** Converts a database failure to a {@link StorageError}; returns other errors unchanged. */
export function asStorageError(error: unknown): unknown {
  if (error instanceof StorageError || isMistake(error)) return error;
  return new StorageError(`The database fails: ${describePostgresError(error)}`, {
    isUnprocessed: isPassing(error),
    cause: error,
  });
}

/** Several servers may fail for the same cause, which is said once. */
const distinct = (messages: readonly string[]) => [...new Set(messages)].join("; ");
