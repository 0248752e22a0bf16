import type { IncomingMessage } from "node:http";
import type { RuleId } from "../src/openapi/rules.gen.ts";
import type { Computer, Principal, Step } from "./computers.ts";
import type { Memory } from "./memory.ts";
import type { ProblemKind } from "./problems.ts";

/** The name and the value of a query parameter. */
export type Pair = readonly [name: string, value: string];

/** A member of a request's body. */
export type Member = readonly [key: string, value: unknown];

/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>;

/** The operation, or the list, that sends a record. */
export type Place = "list" | "get" | "update" | "retry";

/** The fields that an update may change. */
export interface Changes {
  readonly name?: string;
  readonly hostId?: string;
  readonly remoteUser?: string;
}

/** The filter of a list. */
export interface Filter {
  readonly hostId: string | undefined;
  readonly withSteps: boolean;
}

/**
 * A check of a request. A right host does not make the last three as checks: it looks for the record when it performs
 * the operation.
 */
export type Check =
  | ("path" | "method" | "credentials" | "limit" | "media type" | "size" | "body" | "query")
  | ("any record" | "own record" | "state");

/** Why credentials are refused. */
export type Reason = "missing" | "malformed" | "unknown" | "revoked" | "expired";

/** A request, with what the checks so far have found. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly method: string;
  /** The path as sent, without the query. */
  readonly path: string;
  /** The query as sent, without the question mark. */
  readonly search: string;
  readonly requestId: string;
  readonly memory: Memory;
  route: Route;
  operation?: string | undefined;
  id?: string;
  isUnguarded?: boolean;
  owner?: Principal;
  reason?: Reason;
  /** Whether the computer is another owner's. */
  isForeign?: boolean;
  body?: Buffer;
  changes?: Changes;
  filter?: Filter;
}

/** The kind of a path. */
export type Route = "list" | "computer" | "retry";

/** A response before it is written. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A JSON value, or a text. */
  readonly body: unknown;
}

/**
 * The members that a deviation changes: `undefined` leaves one out, and anything else that is falsy changes nothing.
 */
export type Edit<Value> =
  | { readonly [Name in keyof Value]?: Value[Name] | undefined }
  | ("" | false | undefined);

/** Returns a copy of a value with an edit applied. */
export function edited<Value extends object>(value: Value, edit: Edit<Value>): Value {
  const members = Object.entries(Object.assign({}, value, edit));
  return Object.fromEntries(members.filter(([, member]) => member !== undefined)) as Value;
}

/** Leaves members out. */
export function without(names: readonly string[]): Edit<Json> {
  return Object.fromEntries(names.map((name) => [name, undefined]));
}

/** Where a deviation acts on an object, in the order of a request: each returns only the members that it changes. */
export interface Edits {
  /** One of the first computers. */
  seeded(computer: Computer): Edit<Computer>;
  methods(methods: Readonly<Record<string, string>>, route: Route): Edit<Readonly<Record<string, string>>>;
  updated(after: Computer, before: Computer, changes: Changes): Edit<Computer>;
  step(started: Step, before: Step): Edit<Step>;
  started(after: Computer, before: Computer): Edit<Computer>;
  ended(step: Step): Edit<Step>;
  settled(computer: Computer, started: Computer): Edit<Computer>;
  sentStep(step: Json, place: Place): Edit<Json>;
  sent(record: Json, place: Place, computer: Computer, memory: Memory): Edit<Json>;
  problem(problem: Json, exchange: Exchange): Edit<Json>;
  headers(headers: Reply["headers"], reply: Reply, exchange: Exchange): Edit<Reply["headers"]>;
  reply(reply: Reply, exchange: Exchange): Edit<Reply>;
}

/** Where a deviation acts, in the order of a request: each gets what the right host has, and returns something else. */
export interface Acts extends Edits {
  /** Nothing: the deviation is written where the host makes the mistake, as `this.on("...")`. */
  inPlace(): void;
  seed(computers: readonly Computer[]): readonly Computer[];
  requestId(id: string, memory: Memory): string;
  checks(checks: readonly Check[], exchange: Exchange): readonly Check[];

  // Who sends a request, and where to.
  /** The path for which no credentials are needed if it differs from the one that was sent. */
  unguarded(path: string): string;
  path(path: string, exchange: Exchange): string;
  id(id: string, segment: string, exchange: Exchange): string;
  /** Whether a request without credentials is the first owner's. */
  admitted(isAdmitted: boolean, exchange: Exchange): boolean;
  token(token: string | undefined, authorization: string): string | undefined;
  principal(found: Principal | Reason, token: string, issued: readonly string[]): Principal | Reason;
  /** Refuses requests by their number; a right host need not. */
  limit(none: undefined, exchange: Exchange): undefined;

  // What a request says.
  decoded(text: string, sent: string, part: "name" | "value"): string;
  pairs(pairs: readonly Pair[], exchange: Exchange): readonly Pair[];
  flag(isFlag: boolean, text: string): boolean;
  included(isIncluded: boolean, flag: string | undefined, hostId: string | undefined): boolean;
  uuid(isUuid: boolean, text: string, place: "query" | "body"): boolean;
  json(isJson: boolean, contentType: string | undefined, exchange: Exchange): boolean;
  /** @param body the body, once it was read */
  large(isLarge: boolean, bytes: number, request: IncomingMessage, body?: Buffer): boolean;
  bytes(body: Buffer): Buffer;
  text(text: string, exchange: Exchange): string;
  value(value: unknown): unknown;
  members(members: readonly Member[]): readonly Member[];
  length(length: number, text: string): number;
  error(error: string | undefined, key: string, value: unknown, text: string): string | undefined;

  // What happens to a computer.
  found(isFound: boolean, known: string, id: string): boolean;
  /** Whether another owner may do something. */
  shared(isShared: boolean, purpose: string): boolean;
  stored(text: string, field: string, sent: string): string;
  /** Whether a name or a host must differ from those of another computer. */
  rival(isRival: boolean, other: Computer): boolean;
  conflict(
    found: ProblemKind | undefined,
    computer: Computer,
    changes: Changes,
    others: readonly Computer[],
    memory: Memory,
  ): ProblemKind | undefined;
  retry(found: ProblemKind | undefined, computer: Computer, memory: Memory): ProblemKind | undefined;
  sessionId(id: string, latest: string | undefined, memory: Memory): string;
  now(time: number): number;
  /** How long a session takes. */
  duration(ms: number): number;

  // What is sent.
  /** Whether a computer is listed at all. */
  visible(isOwn: boolean, filter: Filter): boolean;
  linked(isLinked: boolean, computer: Computer, hostId: string, memory: Memory): boolean;
  order(order: number, one: Computer, other: Computer, memory: Memory): number;
  listed(computers: readonly Computer[], filter: Filter): readonly Computer[];
  /** What was done, before the response says so. */
  done(record: Json, exchange: Exchange): Json;
  /** Whether a refused request is carried out nevertheless. */
  applied(isApplied: boolean, kind: ProblemKind, exchange: Exchange): boolean;
  content(content: Buffer, exchange: Exchange): Buffer;
}

/** Deviations that act at one place: each has the rule that it breaks, or that allows it. */
export type Table<Act extends keyof Acts> = Readonly<Record<string, readonly [rule: RuleId, act: Acts[Act]]>>;

/** Declares a deviation by the rule that it breaks, or that allows it. */
export function by<Act>(rule: RuleId, act: Act): readonly [rule: RuleId, act: Act] {
  return [rule, act];
}

/** The rule of a deviation that is written into the host. */
export const inPlace = (rule: RuleId) => by(rule, () => {});

/** Deviations by where they act. */
export type Tables = { readonly [Act in keyof Acts]?: Table<Act> };

type Keys<Value> = Value extends unknown ? keyof Value & string : never;

/** The IDs of deviations. */
export type IdsIn<AllTables extends Tables> = Keys<AllTables[keyof AllTables]>;

/** A deviation from the right host. */
export interface Deviation<Id extends string = string> {
  readonly id: Id;
  /** The rule that a bug breaks, or that allows a variant. */
  readonly rule: RuleId;
  readonly act: keyof Acts;
  readonly run: Acts[keyof Acts];
}

/** Lists the deviations of tables. */
export function deviationsOf<Id extends string>(tables: Tables): readonly Deviation<Id>[] {
  return Object.entries(tables).flatMap(([act, table]) =>
    // The type of one act stands for all, because their functions are only passed on.
    Object.entries(table as Table<"inPlace">).map(([id, [rule, run]]) => ({
      id: id as Id,
      rule,
      run,
      act: act as keyof Acts,
    })),
  );
}
