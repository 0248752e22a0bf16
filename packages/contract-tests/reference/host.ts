import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as pauseFor } from "node:timers/promises";
import type { Changes, Check, Exchange, Filter, Json, Member, Pair, Place, Reason, Reply } from "./acts.ts";
import { type Acts, type Edits, edited } from "./acts.ts";
import { type BugId, bugs } from "./bugs/bugs.ts";
import {
  ada,
  type Computer,
  installDeps,
  type Principal,
  type Step,
  seedComputers,
  statusOf,
} from "./computers.ts";
import { Memory } from "./memory.ts";
import { fail, maxBodyBytes, Problem, problemKinds } from "./problems.ts";
import { conflictOf, isLinked, isOwn, newestFirst, retryConflictOf, sessionOf } from "./rules.ts";
import { asReference, decoded, decodedBody, isUuid, parsed, pointerTo } from "./texts.ts";
import { type Credentials, Tokens } from "./tokens.ts";
import { type VariantId, variants } from "./variants.ts";

/** The options of a host. */
export interface HostOptions {
  /** The bugs to switch on. @default [] */
  readonly bugs?: readonly BugId[];
  /** The legal variants to switch on. @default [] */
  readonly variants?: readonly VariantId[];
  /** The duration of an install session. @default 150 */
  readonly installMs?: number;
}

const fields = ["name", "hostId", "remoteUser"];
/** The order of the checks, of which the first that fails ends a request. */
const usualChecks: readonly Check[] = [
  "path",
  "method",
  "credentials",
  "limit",
  "media type",
  "size",
  "body",
  "query",
];
const routes = {
  list: { GET: "listComputers", HEAD: "listComputers" },
  computer: { GET: "getComputer", HEAD: "getComputer", PATCH: "updateComputer" },
  retry: { POST: "retryInstallDeps" },
};

/** Waits, as a database does between a read and a write. */
const pause = (ms = 60) => pauseFor(ms);

/**
 * A host that implements the interface as a stranger might: with serial IDs, JWTs, early hints, and the path in the
 * text of a 404. A bug is a mistake of a wrong host, and a variant what a right one may do: both are in a table of
 * what acts where, or in the code at the place of the mistake, as `this.on("...")`. It reads from top to bottom, as a
 * request does.
 */
export class Host {
  readonly #on: ReadonlySet<string>;
  readonly #acts = new Map<keyof Acts, Acts[keyof Acts][]>();
  readonly #installMs: number;
  readonly #computers = new Map<string, Computer>();
  readonly #tokens = new Tokens();
  readonly #memory = new Memory();
  /** What has yet to happen. */
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #server: Server;
  #credentials: Credentials | undefined;

  private constructor({ bugs: mistakes = [], variants: allowed = [], installMs = 150 }: HostOptions) {
    this.#on = new Set<string>([...mistakes, ...allowed]);
    for (const { id, act, run } of [...variants, ...bugs])
      if (this.#on.has(id)) this.#acts.set(act, [...(this.#acts.get(act) ?? []), run]);
    this.#installMs = installMs;
    for (const one of this.#bent("seed", seedComputers())) this.#store(this.#edited("seeded", one));
    // It does not close idle connections, because a request may already be on its way, and on a busy machine late.
    const patience = { keepAliveTimeout: 2 ** 30, headersTimeout: 0, requestTimeout: 0 };
    this.#server = createServer(patience, (request, response) => {
      // A bug's own failure gets no response, but the next request does.
      this.#respond(request, response).catch(() => response.destroy());
    });
  }

  /** Starts a host with computers of two owners. */
  static async start(options: HostOptions = {}): Promise<Host> {
    const host = new Host(options);
    host.#credentials = await host.#tokens.issue();
    await once(host.#server.listen(0, "127.0.0.1"), "listening");
    return host;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get credentials(): Credentials {
    return this.#credentials ?? fail();
  }

  /** The address and the tokens as environment variables for the suite's command. */
  get environment(): Readonly<Record<string, string>> {
    const { token, otherToken, revokedToken, expiredToken } = this.credentials;
    return {
      CONTRACT_BASE_URL: this.url,
      CONTRACT_TOKEN: token,
      CONTRACT_OTHER_TOKEN: otherToken,
      CONTRACT_REVOKED_TOKEN: revokedToken,
      CONTRACT_EXPIRED_TOKEN: expiredToken,
    };
  }

  /** The IDs of the first owner's computers. */
  get ownIds(): readonly string[] {
    return [...this.#computers.values()].filter((one) => isOwn(one, ada)).map(({ id }) => id);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    const closed = new Promise<unknown>((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  /** Whether a bug or a variant that is written into the host is on. */
  on(id: BugId | VariantId): boolean {
    return this.#on.has(id);
  }

  /** Lets the deviations that are on change a value. */
  #bent<Act extends keyof Acts>(
    act: Act,
    ...[value, ...context]: Parameters<Acts[Act]>
  ): ReturnType<Acts[Act]> {
    const bent = this.#runs(act).reduce<unknown>((one, run) => run(one, ...context), value);
    return bent as ReturnType<Acts[Act]>;
  }

  /** Lets the deviations that are on change members of an object, or leave them out. */
  #edited<Act extends keyof Edits>(
    act: Act,
    ...[value, ...context]: Parameters<Edits[Act]>
  ): Parameters<Edits[Act]>[0] {
    return this.#runs(act).reduce((object, run) => edited(object, run(object, ...context)), value);
  }

  #runs(act: keyof Acts) {
    return (this.#acts.get(act) ?? []) as ((...values: unknown[]) => never)[];
  }

  #store(computer: Computer): void {
    this.#computers.set(computer.id, computer);
  }

  #later(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, ms);
    this.#timers.add(timer);
  }

  // A request and its response.

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A client that goes away ends the reading of its body.
    request.on("error", () => undefined);
    const [, path = "/", search = ""] = /^([^?]*)\??(.*)$/s.exec(request.url ?? "/") ?? [];
    const memory = this.#memory;
    const requestId = this.#bent("requestId", randomUUID(), memory);
    const { method = "GET" } = request;
    const exchange: Exchange = { request, method, path, search, requestId, memory, route: "list" };
    const reply = await this.#replyTo(exchange);
    if (this.on("slow-responses")) await pause(15 + (this.#memory.count("slow") % 26));
    if (!request.socket.destroyed) this.#write(exchange, response, reply);
  }

  async #replyTo(exchange: Exchange): Promise<Reply> {
    const reply = await this.#checkAndPerform(exchange).catch(async (error: unknown) => {
      if (!(error instanceof Problem)) console.error(error);
      return this.#refuse(exchange, error instanceof Problem ? error : new Problem("internal-error"));
    });
    const headers = { "X-Request-Id": exchange.requestId, ...reply.headers };
    const sent = { ...reply, headers: this.#edited("headers", headers, reply, exchange) };
    return this.#edited("reply", sent, exchange);
  }

  async #checkAndPerform(exchange: Exchange): Promise<Reply> {
    for (const check of this.#bent("checks", usualChecks, exchange)) await this.#checks[check](exchange);
    return this.#perform(exchange);
  }

  readonly #checks: Readonly<Record<Check, (exchange: Exchange) => void | Promise<void>>> = {
    path: (exchange) => this.#route(exchange),
    method: (exchange) => this.#checkMethod(exchange),
    credentials: (exchange) => this.#authenticate(exchange),
    limit: (exchange) => this.#bent("limit", undefined, exchange),
    "media type": (exchange) => this.#checkMediaType(exchange),
    size: ({ operation, request }) => {
      if (operation === "updateComputer")
        this.#checkSize(Number(request.headers["content-length"] ?? 0), request);
    },
    body: (exchange) => this.#readUpdate(exchange),
    query: (exchange) => this.#readQuery(exchange),
    "any record": ({ id }) => {
      if (id !== undefined && !this.#find(id)) fail("computer-not-found");
    },
    "own record": (exchange) => void (exchange.id !== undefined && this.#ownComputer(exchange, "get")),
    state: ({ id, operation }) => {
      const computer = this.#find(id);
      if (computer && operation === "retryInstallDeps") this.#checkRetry(computer);
    },
  };

  // Paths and methods.

  #route(exchange: Exchange): void {
    const unguarded = this.#bent("unguarded", exchange.path);
    exchange.isUnguarded = unguarded !== exchange.path;
    const path = this.#bent("path", unguarded, exchange);
    const [isKnown, segment, retry] =
      /^\/api\/v0\/computers(?:\/([^/]+)(\/install-deps)?)?$/.exec(path) ?? [];
    if (isKnown === undefined) fail("path-not-found");
    if (segment === undefined) return;
    const id = decoded(segment) ?? fail("path-not-found");
    exchange.id = this.#bent("id", id, segment, exchange);
    exchange.route = retry ? "retry" : "computer";
  }

  #checkMethod(exchange: Exchange): void {
    const { method, route } = exchange;
    const methods = this.#edited("methods", routes[route], route);
    if (!Object.hasOwn(methods, method))
      fail("method-not-allowed", { headers: { Allow: Object.keys(methods).join(", ") } });
    exchange.operation = methods[method];
  }

  // Credentials.

  async #authenticate(exchange: Exchange): Promise<void> {
    const { authorization } = exchange.request.headers;
    const isAdmitted = authorization === undefined && this.#bent("admitted", false, exchange);
    const found = exchange.isUnguarded || isAdmitted ? ada : await this.#principalOf(authorization);
    if (typeof found !== "string") {
      exchange.owner = found;
      return;
    }
    exchange.reason = found;
    // The response is the same for every reason.
    fail("unauthenticated", { headers: { "WWW-Authenticate": "Bearer" } });
  }

  async #principalOf(header?: string): Promise<Principal | Reason> {
    if (header === undefined) return "missing";
    const token = this.#bent("token", /^Bearer +([\w.~+/-]+=*)$/i.exec(header)?.[1], header);
    if (token === undefined) return "malformed";
    const { token: jwt, otherToken, revokedToken } = this.credentials;
    const issued = [jwt, otherToken, revokedToken];
    return this.#bent("principal", await this.#tokens.principalOf(token), token, issued);
  }

  // Queries.

  /** Reads the query of a list, in which unknown parameters mean nothing, or fails with 400. */
  #readQuery(exchange: Exchange): void {
    const { search, operation } = exchange;
    if (operation !== "listComputers") return;
    const sent = search === "" ? [] : search.split("&");
    const read = sent.map((part): Pair => {
      const [, name = "", value = ""] = /^([^=]*)=?(.*)$/s.exec(part) ?? [];
      return [this.#decodeQuery(name, "name"), this.#decodeQuery(value, "value")];
    });
    const pairs = this.#bent("pairs", read, exchange);
    const problems: Record<string, string>[] = [];
    const take = (parameter: string, isValid: (value: string) => boolean, message: string) => {
      const [value, ...more] = pairs.filter(([name]) => name === parameter).map((pair) => pair[1]);
      if (more.length > 0) problems.push({ parameter, message: "must not be given more than once" });
      else if (value !== undefined && !isValid(value)) problems.push({ parameter, message });
      return value;
    };
    const hostId = take("hostId", (text) => this.#isUuid(text, "query"), "must be a UUID");
    const isFlag = (text: string) => this.#bent("flag", ["true", "false"].includes(text), text);
    const flag = take("includeProvisioningSteps", isFlag, 'must be "true" or "false"');
    if (problems.length > 0) fail("invalid-request", { errors: problems });
    exchange.filter = { hostId, withSteps: this.#bent("included", flag === "true", flag, hostId) };
  }

  /** Decodes a text; keeps one that is malformed, which no known parameter allows. */
  #decodeQuery(sent: string, part: "name" | "value"): string {
    return this.#bent("decoded", decoded(sent.replaceAll("+", " ")) ?? sent, sent, part);
  }

  #isUuid(text: string, place: "query" | "body"): boolean {
    return this.#bent("uuid", isUuid(text), text, place);
  }

  // Bodies.

  /** A retry has no body; what is sent as one means nothing. */
  #checkMediaType(exchange: Exchange): void {
    const { operation, request } = exchange;
    if (operation !== "updateComputer" && operation !== "retryInstallDeps") return;
    const { "content-type": type, "content-length": length, "transfer-encoding": encoding } = request.headers;
    const isEmpty = encoding === undefined && Number(length ?? 0) === 0;
    const isJson = type === undefined ? isEmpty : /^\s*application\/json\s*(;|$)/i.test(type);
    if (!this.#bent("json", isJson || operation === "retryInstallDeps", type, exchange))
      fail("unsupported-media-type");
  }

  #checkSize(bytes: number, request: IncomingMessage, body?: Buffer): void {
    if (this.#bent("large", bytes > maxBodyBytes, bytes, request, body)) fail("body-too-large");
  }

  /** Reads the changes of an update, or fails with 413 or 400. */
  async #readUpdate(exchange: Exchange): Promise<void> {
    const { operation, request } = exchange;
    if (operation !== "updateComputer") return;
    exchange.body ??= await buffer(request);
    this.#checkSize(exchange.body.length, request, exchange.body);
    const text = this.#bent("text", decodedBody(this.#bent("bytes", exchange.body)), exchange);
    const json = parsed(text);
    const value = this.#bent("value", json === undefined ? fail("malformed-request") : json);
    if (typeof value !== "object" || value === null || Array.isArray(value))
      fail("invalid-request", { errors: [{ pointer: "", message: "must be an object" }] });
    const members = this.#bent("members", Object.entries(value));
    const problems = members.flatMap(([key, own]) => {
      const message = this.#bent("error", this.#errorOf(key, own), key, own, text);
      return message === undefined ? [] : [{ pointer: pointerTo(key), message }];
    });
    if (problems.length > 0) fail("invalid-request", { errors: problems });
    exchange.changes = Object.fromEntries(members);
  }

  /** Returns what is wrong with a member of the body, if anything. */
  #errorOf(key: string, value: unknown): string | undefined {
    if (!fields.includes(key)) return "is not a known property";
    if (typeof value !== "string") return "must be a string";
    if (key === "hostId") return this.#isUuid(value, "body") ? undefined : "must be a UUID";
    // In Unicode code points.
    const length = this.#bent("length", [...value].length, value);
    if (length < 1 || length > 63) return "must have 1 to 63 characters";
    return value.isWellFormed() ? undefined : "must not contain a lone surrogate";
  }

  // The operations.

  async #perform(exchange: Exchange): Promise<Reply> {
    const { operation, changes = {} } = exchange;
    if (this.on("principal-kept-in-global")) {
      const kept = this.#memory.keep("owner", () => ({ owner: exchange.owner }));
      kept.owner = exchange.owner;
      await pause();
      if (kept.owner) exchange.owner = kept.owner;
    }
    if (operation === "listComputers") return json(200, { computers: await this.#list(exchange) });
    if (operation === "getComputer") {
      const computer = this.#ownComputer(exchange, exchange.method === "HEAD" ? "head" : "get");
      return json(200, this.#present(computer, "get"));
    }
    const isRetry = operation === "retryInstallDeps";
    const computer = isRetry ? await this.#retry(exchange) : await this.#update(exchange, changes);
    const record = this.#present(computer, isRetry ? "retry" : "update");
    return json(isRetry ? 202 : 200, this.#bent("done", record, exchange));
  }

  async #list({ owner = ada, filter: sent }: Exchange): Promise<readonly Json[]> {
    const filter = { hostId: sent?.hostId, withSteps: sent?.withSteps ?? false };
    if (this.on("steps-flag-kept-in-global")) {
      const kept = this.#memory.keep("flag", () => ({ withSteps: filter.withSteps }));
      kept.withSteps = filter.withSteps;
      await pause();
      filter.withSteps = kept.withSteps;
    }
    return this.#listed(owner, filter).map((one) => this.#present(one, "list", filter.withSteps));
  }

  /** Returns the owner's computers that match a filter, newest first. */
  #listed(owner: Principal, filter: Filter): readonly Computer[] {
    const { hostId } = filter;
    const memory = this.#memory;
    const sorted = [...this.#computers.values()]
      .filter((one) => this.#bent("visible", isOwn(one, owner), filter))
      .filter((one) => !hostId || this.#bent("linked", isLinked(one, hostId), one, hostId, memory))
      .toSorted((one, other) => this.#bent("order", newestFirst(one, other), one, other, memory));
    return this.#bent("listed", sorted, filter);
  }

  #find(id = ""): Computer | undefined {
    return [...this.#computers.values()].find((one) => this.#bent("found", one.id === id, one.id, id));
  }

  /** Returns the owner's computer, or fails with the same 404 for a missing and a foreign one. */
  #ownComputer(exchange: Exchange, purpose: string): Computer {
    const { id, owner = ada } = exchange;
    const computer = this.#find(id);
    if (computer && this.#bent("shared", isOwn(computer, owner), purpose)) return computer;
    exchange.isForeign = computer !== undefined;
    fail("computer-not-found");
  }

  // An update.

  async #update(exchange: Exchange, changes: Changes): Promise<Computer> {
    const isEmpty = Object.keys(changes).length === 0;
    const computer = this.#ownComputer(exchange, isEmpty ? "empty update" : "update");
    const stored = this.#stored(changes);
    const others = this.#others(computer);
    const found = conflictOf(computer, stored, others);
    const conflict = this.#bent("conflict", found, computer, stored, others, this.#memory);
    if (conflict === undefined) return this.#commit(computer, stored);
    await this.#showBriefly(computer, stored);
    for (const value of [computer.id, stored.name]) this.#memory.note(`refused ${value}`);
    fail(conflict);
  }

  /** Returns the changes as they are stored. */
  #stored(changes: Changes): Changes {
    const stored = Object.entries(changes).map(([field, sent]: Member) => {
      // A bug lets `null` through, which removes the field.
      if (typeof sent !== "string") return [field, sent ?? undefined];
      return [field, this.#bent("stored", field === "hostId" ? sent.toLowerCase() : sent, field, sent)];
    });
    return Object.fromEntries(stored);
  }

  #others(computer: Computer): readonly Computer[] {
    const owner = { id: computer.ownerId, kind: computer.ownerPrincipalKind };
    const isRival = (other: Computer) => this.#bent("rival", isOwn(other, owner), other);
    return [...this.#computers.values()].filter((other) => other.id !== computer.id && isRival(other));
  }

  /** A bug that writes, checks and takes back. */
  async #showBriefly(computer: Computer, { name, remoteUser }: Changes): Promise<void> {
    const shown = {
      ...(this.on("refused-name-shown-briefly") && name && { name }),
      ...(this.on("refused-user-shown-briefly") && remoteUser && { remoteUser }),
    };
    if (Object.keys(shown).length === 0) return;
    this.#store({ ...computer, ...shown });
    await pause();
    this.#store(computer);
  }

  /** Writes an update; nothing waits between the check and the write, so no other request can come between them. */
  async #commit(computer: Computer, changes: Changes): Promise<Computer> {
    const read = await this.#race(computer, changes);
    let updated = this.#edited("updated", { ...read, ...changes }, read, changes);
    if (this.on("update-visible-by-halves") && changes.name && changes.remoteUser) {
      this.#store({ ...read, name: updated.name });
      await pause();
      updated = { ...(this.#computers.get(computer.id) ?? read), ...changes };
    }
    for (const event of [`updated ${updated.id}`, `had ${updated.ownerId} ${computer.name}`])
      this.#memory.note(event);
    if (computer.hostId !== updated.hostId) this.#memory.note(`linked ${updated.id}`);
    if (this.on("update-stored-later")) this.#later(100, () => this.#store(updated));
    else this.#store(updated);
    return updated;
  }

  /** Bugs that wait between the check and the write; returns the record that the write begins with. */
  async #race(computer: Computer, changes: Changes): Promise<Computer> {
    const current = () => this.#computers.get(computer.id) ?? computer;
    const { status, provisioningSteps } = computer;
    if (this.on("update-reverts-finished-install")) {
      await pause(this.#installMs + 100);
      return { ...current(), status, provisioningSteps };
    }
    if (this.on("update-reverts-started-install")) {
      await pause();
      const conflict = conflictOf(current(), changes, this.#others(current()));
      if (conflict) fail(conflict);
      return { ...current(), status, provisioningSteps };
    }
    if (this.on("parallel-updates-lose-one")) {
      await pause();
      return { ...computer, status: current().status, provisioningSteps: current().provisioningSteps };
    }
    if (this.on("parallel-renames-share-name") && changes.name !== undefined) await pause();
    if (this.on("parallel-links-race") && changes.hostId !== undefined) await pause();
    return current();
  }

  // A retry, and the install session that it starts.

  async #retry(exchange: Exchange): Promise<Computer> {
    const computer = this.#ownComputer(exchange, "retry");
    this.#checkRetry(computer);
    this.#memory.note(`retried ${computer.id}`);
    if (this.on("parallel-retries-both-accepted")) await pause();
    return this.#start(this.#computers.get(computer.id) ?? computer);
  }

  /** Refuses a retry that is not possible now. */
  #checkRetry(computer: Computer): void {
    const found = retryConflictOf(computer);
    const conflict = this.#bent("retry", found, computer, this.#memory);
    if (conflict !== undefined) fail(conflict);
  }

  #start(computer: Computer): Computer {
    const provisioningSteps = computer.provisioningSteps.map((step) => {
      if (step.id !== installDeps) return step;
      const { error: _error, completedAt: _completedAt, installSessionId: latest, ...kept } = step;
      const newId = `ins_${randomBytes(6).toString("hex")}`;
      const installSessionId = this.#bent("sessionId", newId, latest, this.#memory);
      const running = { ...kept, status: "running", startedAt: this.#now(), installSessionId } as const;
      return this.#edited("step", running, step);
    });
    const after: Computer = { ...computer, status: "provisioning", provisioningSteps };
    const started = this.#edited("started", after, computer);
    this.#store(started);
    this.#later(this.#bent("duration", this.#installMs), () => this.#endSession(started));
    return started;
  }

  #now(): number {
    return this.#bent("now", Date.now());
  }

  #endSession(started: Computer): void {
    const computer = this.#computers.get(started.id) ?? started;
    const session = sessionOf(started);
    const index = computer.provisioningSteps.findIndex((step) => step.installSessionId === session);
    // A later session has its own end.
    if (index >= 0) this.#endStep(computer, index, started);
  }

  /** Ends a step, and starts the next one unless it failed. */
  #endStep(computer: Computer, index: number, started: Computer): void {
    const { provisioningSteps: steps, id } = computer;
    const step = steps[index];
    if (step === undefined) return;
    const now = Math.max(this.#now(), step.startedAt ?? 0);
    const ended = this.#edited("ended", { ...step, status: "completed", completedAt: now });
    const next = steps.findIndex(({ status }, position) => position > index && status === "pending");
    const hasNext = ended.status === "completed" && next > index && !this.on("later-steps-never-run");
    const provisioningSteps = steps.map((one, position): Step => {
      if (position === index) return ended;
      return hasNext && position === next ? { ...one, status: "running", startedAt: now } : one;
    });
    const settled = { ...computer, provisioningSteps, status: statusOf(provisioningSteps) };
    this.#store(this.#edited("settled", settled, started));
    if (!hasNext) return;
    const end = () => this.#endStep(this.#computers.get(id) ?? computer, next, started);
    this.#later(this.#bent("duration", this.#installMs), end);
  }

  // What is sent.

  #present({ provisioningSteps, ...record }: Computer, place: Place, withSteps = true): Json {
    const steps = provisioningSteps.map((step) => this.#edited("sentStep", { ...step }, place));
    const sent = withSteps ? { ...record, provisioningSteps: steps } : record;
    return this.#edited("sent", sent, place, { ...record, provisioningSteps }, this.#memory);
  }

  async #refuse(exchange: Exchange, { kind, details }: Problem): Promise<Reply> {
    const { id, path, requestId } = exchange;
    if (this.#bent("applied", false, kind, exchange)) await this.#applyNevertheless(exchange);
    const { headers, ...others } = details;
    const [status, title, usual] = problemKinds[kind];
    const detail = kind === "computer-not-found" ? `There is no ${id} at ${path}.` : usual;
    const words = { type: `/problems/${kind}`, title, status, detail, ...others };
    const body = this.#edited("problem", { ...words, instance: asReference(path), requestId }, exchange);
    const type = { "Content-Type": "application/problem+json" };
    return { status: Number(words.status), headers: { ...type, ...headers }, body };
  }

  /** Bugs that carry out what they refuse. */
  async #applyNevertheless({ id = "", operation, request, body }: Exchange): Promise<void> {
    const computer = this.#computers.get(id);
    if (!computer) return;
    if (operation === "retryInstallDeps") this.#start(computer);
    if (operation !== "updateComputer") return;
    const sent = Object.entries(Object(parsed((body ?? (await buffer(request))).toString())));
    const texts = sent.filter(([key, value]) => /^(name|remoteUser)$/.test(key) && typeof value === "string");
    this.#store({ ...computer, ...Object.fromEntries(texts) });
  }

  #write(exchange: Exchange, response: ServerResponse, { status, headers, body }: Reply): void {
    const isHead = exchange.method === "HEAD";
    if (!this.on("no-early-hints")) response.writeEarlyHints({ link: "</docs>; rel=help" });
    const text = typeof body === "string" ? body : body === undefined ? "" : JSON.stringify(body);
    const content = this.#bent("content", Buffer.from(text), exchange);
    const length = "Transfer-Encoding" in headers ? {} : { "Content-Length": String(content.length) };
    response.writeHead(status, { ...length, ...headers });
    response.end(isHead ? undefined : content);
    if (this.on("head-with-body") && isHead) exchange.request.socket.write(content);
  }
}

function json(status: number, body: unknown): Reply {
  return { status, headers: { "Content-Type": "application/json" }, body };
}
