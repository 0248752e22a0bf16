import type { IncomingMessage } from "node:http";
import type { RuleId } from "../src/openapi/rules.gen.ts";
import type { Computer, Principal, Step } from "./computers.ts";
import type { Problem, ProblemKind } from "./problems.ts";

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

/** A request, with what the checks so far have found. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly method: string;
  /** The path as sent, without the query. */
  readonly path: string;
  /** The query as sent, without the question mark. */
  readonly search: string;
  requestId: string;
  operation?: string | undefined;
  id?: string;
  owner?: Principal;
  body?: Buffer;
  changes?: Changes;
  filter?: Filter;
}

/** A response before it is written. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A JSON value, or a text. */
  readonly body: unknown;
}

/** Where a deviation acts, in the order of a request: each gets what the right host has, and returns something else. */
export interface Acts {
  seed(computers: readonly Computer[]): readonly Computer[];

  // Who sends a request, and to where.
  path(path: string): string;
  /** The path for which no credentials are needed if it differs from the one that was sent. */
  unguarded(path: string): string;
  methods(methods: Readonly<Record<string, string>>, path: string): Readonly<Record<string, string>>;
  id(id: string): string;
  found(isFound: boolean, known: string, id: string): boolean;
  /** Whether a request without credentials is the first owner's. */
  admitted(isAdmitted: boolean, exchange: Exchange): boolean;
  token(token: string | undefined, authorization: string): string | undefined;
  /** Whether a token is one that was issued. */
  key(isKey: boolean, known: string, token: string): boolean;
  /** Whether another owner may do something. */
  shared(isShared: boolean, purpose: string): boolean;

  // What a request says.
  pairs(pairs: readonly Pair[]): readonly Pair[];
  flag(isFlag: boolean, text: string): boolean;
  uuid(isUuid: boolean, text: string, place: "query" | "body"): boolean;
  json(isJson: boolean, contentType: string): boolean;
  large(isLarge: boolean, bytes: number): boolean;
  text(text: string): string;
  value(value: unknown): unknown;
  members(members: readonly Member[]): readonly Member[];
  error(error: string | undefined, key: string, value: unknown): string | undefined;

  // What becomes of a computer.
  stored(text: string, field: string): string;
  conflict(
    found: ProblemKind | undefined,
    computer: Computer,
    changes: Changes,
    others: readonly Computer[],
  ): ProblemKind | undefined;
  updated(after: Computer, before: Computer, changes: Changes): Computer;
  retry(
    found: ProblemKind | undefined,
    computer: Computer,
    others: readonly Computer[],
  ): ProblemKind | undefined;
  step(started: Step, before: Step): Step;
  started(after: Computer, before: Computer): Computer;
  ended(step: Step): Step;
  settled(computer: Computer): Computer;

  // What is sent.
  linked(isLinked: boolean, computer: Computer, hostId: string): boolean;
  order(order: number, one: Computer, other: Computer): number;
  listed(computers: readonly Computer[], filter: Filter): readonly Computer[];
  sent(record: Json, place: Place, computer: Computer): Json;
  /** Whether a refused request is carried out nevertheless. */
  applied(isApplied: boolean, kind: ProblemKind, exchange: Exchange): boolean;
  /** What refuses a third update in a second; no other host limits them. */
  limit(problem: Problem): Problem;
  problem(problem: Json, exchange: Exchange): Json;
  reply(reply: Reply, exchange: Exchange): Reply;
  content(content: Buffer, exchange: Exchange): Buffer;
}

/** Deviations that act at one place: each has the rule that it breaks, or that allows it. */
export type Table<Act extends keyof Acts> = Readonly<Record<string, readonly [rule: RuleId, act: Acts[Act]]>>;

/** Declares a deviation by the rule that it breaks, or that allows it. */
export function by<Act>(rule: RuleId, act: Act): readonly [rule: RuleId, act: Act] {
  return [rule, act];
}

/** Deviations by where they act. */
export type Tables = { readonly [Act in keyof Acts]?: Table<Act> };

/** Deviations that are written where the host makes the mistake, by their rule. */
export type InPlace = Readonly<Partial<Record<RuleId, readonly string[]>>>;

/** A deviation from the right host. */
export interface Deviation<Id extends string = string> {
  readonly id: Id;
  /** The rule that a bug breaks, or that allows a variant. */
  readonly rule: RuleId;
  /** Where it acts; absent if it is written into the host. */
  readonly act?: keyof Acts;
  readonly run?: Acts[keyof Acts];
}

/** Lists the deviations of tables. */
export function deviationsOf<Id extends string>(tables: Tables, inPlace: InPlace): readonly Deviation<Id>[] {
  const written = Object.entries(inPlace).flatMap(([rule, ids]) =>
    (ids ?? []).map((id) => ({ id: id as Id, rule: rule as RuleId })),
  );
  const acting = Object.entries(tables).flatMap(([act, table]) =>
    Object.entries<Table<"path">[string]>(table as Table<"path">).map(([id, [rule, run]]) => ({
      ...{ id: id as Id, rule, act: act as keyof Acts, run: run as Acts[keyof Acts] },
    })),
  );
  return [...written, ...acting];
}
