import type { IncomingMessage, ServerResponse } from "node:http";
import type { Changes, Computer, JsonObject, Step, TextField } from "./computer.ts";
import type { ApiKey, Credentials, Issuer, Principal, Refusal } from "./credentials.ts";
import type {
  Encoded,
  Exchange,
  ListFilter,
  Operations,
  Pair,
  PathName,
  Place,
  Purpose,
  Reply,
  Route,
  Sent,
} from "./exchange.ts";
import type { Claims } from "./jwt.ts";
import type { ProblemError, ProblemKind } from "./problem.ts";

/** The functions of an implementation; each bug and each variant replaces some. */
export interface Implementation {
  // What every request passes before its operation.
  newRequestId(): string;
  replyTo(exchange: Exchange): Promise<Reply>;
  performOrRefuse(exchange: Exchange): Promise<Reply>;
  check(exchange: Exchange): Promise<void>;
  checkPath(exchange: Exchange): void;
  checkMethod(exchange: Exchange): void;
  methodRefusal(methods: readonly string[]): ProblemError;
  checkCredentials(exchange: Exchange): void | Promise<void>;
  checkRate(exchange: Exchange): void;
  checkQuery(exchange: Exchange): void;

  // The paths of the interface.
  matchRoute(rawPath: string, search: string): Route;
  operationsOf(path: PathName): Operations;
  decodeId(segment: string): string;

  // Whose request it is.
  credentials(): Credentials;
  authenticate(exchange: Exchange): Principal;
  bearerToken(authorization: string): string | undefined;
  principalOf(token: string): Principal | Refusal;
  findKey(token: string): ApiKey | undefined;
  principalOfJwt(token: string): Principal | Refusal;
  claimsOf(token: string): Claims | undefined;
  unauthenticated(reason: Refusal, authorization: string): ProblemError;
  challenge(): string;

  // The query of a list; unknown parameters are ignored.
  parseFilter(search: string): ListFilter;
  parseQuery(search: string): readonly Pair[];
  decodeQuery(text: string, part: "name" | "value"): string;
  singleValue(values: readonly string[], parameter: string): string | undefined | null;
  isHostFilter(value: string): boolean;
  isFlag(value: string): boolean;
  includesSteps(flag: string | undefined): boolean;

  // The bodies of requests; only an update has one.
  checkMediaType(exchange: Exchange): void;
  isJson(contentType: string): boolean;
  checkLength(exchange: Exchange): void;
  checkBody(exchange: Exchange): Promise<void>;
  isTooLarge(bytes: number): boolean;
  tooLarge(): ProblemError;
  readBody(request: IncomingMessage): Promise<Buffer>;
  parseJson(body: Buffer): unknown;
  decodeText(body: Buffer): string;

  // The body of an update.
  parseUpdate(body: Buffer): Changes;
  asObject(value: unknown): JsonObject;
  fieldError(key: string, value: unknown): string | undefined;
  isUuid(text: string, place: "query" | "body"): boolean;
  textError(text: string, field: TextField): string | undefined;
  bounds(field: TextField): { readonly min: number; readonly max: number };
  lengthOf(text: string): number;
  isStorable(text: string): boolean;

  // The four operations.
  perform(exchange: Exchange): Promise<Reply>;
  getComputer(owner: Principal, id: string, purpose: Purpose): Sent;
  ownComputer(owner: Principal, id: string, purpose: Purpose): Computer;
  findComputer(id: string): Computer | undefined;
  mayUse(owner: Principal, computer: Computer, purpose: Purpose): boolean;

  // The list.
  list(exchange: Exchange, owner: Principal): readonly Sent[];
  listed(owner: Principal, filter: ListFilter): readonly Computer[];
  isListed(computer: Computer, owner: Principal, filter: ListFilter): boolean;
  isLinked(computer: Computer, hostId: string): boolean;
  compareListed(one: Computer, other: Computer): number;

  // The JSON of a computer.
  present(computer: Computer, place: Place, withSteps?: boolean): Sent;
  seed(computers: readonly Computer[]): readonly Computer[];
  now(): number;

  // An update of a computer.
  updateComputer(owner: Principal, id: string, changes: Changes): Promise<Computer>;
  storedChanges(changes: Changes): Changes;
  storedText(text: string, field: TextField): string;
  storedHost(hostId: string): string;
  commit(computer: Computer, changes: Changes): Computer | Promise<Computer>;
  updatedRecord(before: Computer, changes: Changes): Computer;
  store(before: Computer, updated: Computer): void;

  // What prevents an update: names and hosts are unique among one owner's computers, and a host is set once.
  updateConflict(computer: Computer, changes: Changes): ProblemKind | undefined;
  isNameTaken(computer: Computer, name: string): boolean;
  isSameName(taken: string, name: string): boolean;
  hostConflict(computer: Computer, hostId: string): ProblemKind | undefined;
  isHostTaken(computer: Computer, hostId: string): boolean;
  isSameHost(one: string, other: string): boolean;
  competitors(computer: Computer): readonly Computer[];

  // The retry of the install-dependencies step.
  retryInstallDeps(owner: Principal, id: string): Promise<Computer>;
  retryConflict(computer: Computer): ProblemKind | undefined;
  permitsRetry(step: Step): boolean;
  retryRefusal(computer: Computer, conflict: ProblemKind): ProblemError;
  startSession(computer: Computer): Computer | Promise<Computer>;
  startedRecord(computer: Computer): Computer;
  startedStep(step: Step): Step;
  newSessionId(latest?: string): string;

  // An install session, and the steps after it.
  runSession(started: Computer): void;
  durationMs(): number;
  endSession(current: Computer, started: Computer): void;
  endStep(computer: Computer, index: number): void;
  runStep(id: string, index: number): void;
  endedStep(step: Step): Step;
  settle(ended: Computer): Computer;

  // How responses are written.
  refuse(exchange: Exchange, problem: ProblemError): Promise<Reply>;
  problemReply(exchange: Exchange, problem: ProblemError): Reply;
  send(exchange: Exchange, response: ServerResponse, reply: Reply): void | Promise<void>;
  encode(exchange: Exchange, reply: Reply): Encoded;
  bytesOf(body: unknown): Buffer;
  stringify(value: unknown): string;
  contentLength(content: Buffer, exchange: Exchange): number;
}

/** A reference implementation: its state, and its functions, which call each other through `this`. */
export interface World extends Implementation {
  /** The duration of an install session. */
  readonly installMs: number;
  readonly computers: Map<string, Computer>;
  readonly issuer: Issuer;
  readonly timers: Set<NodeJS.Timeout>;
}

/** Declares some functions of the correct implementation. */
export function part<Part extends Partial<Implementation>>(functions: Part & ThisType<World>): Part {
  return functions;
}

/** Waits like a database between a read and a write; only bugs and variants do so. */
export function pause(ms = 60): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Starts a timer that ends with the reference. */
export function later({ timers }: World, ms: number, work: () => void): void {
  const timer = setTimeout(() => {
    timers.delete(timer);
    work();
  }, ms);
  timers.add(timer);
}
