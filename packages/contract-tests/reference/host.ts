import { randomBytes, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as pauseFor } from "node:timers/promises";
import { decodeJwt, errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import type { Acts, Changes, Exchange, Filter, Json, Member, Pair, Place, Reply } from "./acts.ts";
import { type BugId, bugs } from "./bugs/bugs.ts";
import {
  ada,
  type Computer,
  installDeps,
  nightly,
  type Principal,
  type Step,
  seedComputers,
  statusOf,
} from "./computers.ts";
import { fail, Problem, type ProblemKind, problemKinds } from "./problems.ts";
import { type VariantId, variants } from "./variants.ts";

/** The options of a host. */
export interface HostOptions {
  /** The bugs to switch on. @default [] */
  readonly bugs?: readonly BugId[];
  /** The legal variants to switch on. @default [] */
  readonly variants?: readonly VariantId[];
  /** @default a free port */
  readonly port?: number;
  /** The duration of an install session. @default 150 */
  readonly installMs?: number;
}

/** The tokens that a suite needs: API keys, and JWTs, which `jose` signs and verifies. */
export interface Credentials {
  /** A JWT of the first owner. */
  readonly token: string;
  /** An API key of the second owner. */
  readonly otherToken: string;
  /** An API key of the first owner. */
  readonly revokedToken: string;
  /** A JWT of the first owner. */
  readonly expiredToken: string;
}

type Reason = "missing" | "malformed" | "unknown" | "revoked" | "expired";

const maxBodyBytes = 65_536;
const fields = ["name", "hostId", "remoteUser"];
const isUuid = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
const isOwn = ({ ownerId, ownerPrincipalKind }: Computer, { id, kind }: Principal) =>
  ownerId === id && ownerPrincipalKind === kind;
const ownerOf = ({ ownerId: id, ownerPrincipalKind: kind }: Computer): Principal => ({ id, kind });
const installStepOf = ({ provisioningSteps }: Computer) =>
  provisioningSteps.find(({ id }) => id === installDeps);

/** Waits, as a database does between a read and a write. */
const pause = (ms = 60) => pauseFor(ms);

/**
 * A host that implements the interface as a stranger might: with serial IDs, JWTs, early hints, and the path in the words of a
 * 404. A bug is a mistake of a wrong host, and a variant what a right one may do: both are in a table of what acts where, or stand
 * where the mistake is made, as `this.on("...")`. It reads from top to bottom, as a request does.
 */
export class Host {
  readonly #on: ReadonlySet<string>;
  readonly #acts = new Map<keyof Acts, Acts[keyof Acts][]>();
  readonly #installMs: number;
  readonly #computers = new Map<string, Computer>();
  readonly #keys = new Map<string, { readonly owner: Principal; readonly isRevoked: boolean }>();
  readonly #secret = randomBytes(32);
  /** What is still to happen. */
  readonly #timers = new Map<NodeJS.Timeout, () => void>();
  readonly #server: Server;
  /** What bugs remember between requests. */
  readonly #kept = new Map<string, unknown>();
  #credentials: Credentials | undefined;

  private constructor({ bugs: mistakes = [], variants: allowed = [], installMs = 150 }: HostOptions) {
    this.#on = new Set<string>([...mistakes, ...allowed]);
    for (const { id, act, run } of [...variants, ...bugs])
      if (act && run && this.#on.has(id)) this.#acts.set(act, [...(this.#acts.get(act) ?? []), run]);
    this.#installMs = installMs;
    for (const computer of this.#bent("seed", seedComputers())) this.#computers.set(computer.id, computer);
    this.#server = createServer((request, response) => {
      // A bug's own failure gets no response, but the next request does.
      this.#respond(request, response).catch(() => response.destroy());
    });
  }

  /** Starts a host with computers of two owners. */
  static async start(options: HostOptions = {}): Promise<Host> {
    const host = new Host(options);
    const [otherToken, revokedToken] = [host.#newKey(nightly, false), host.#newKey(ada, true)];
    const [token, expiredToken] = [await host.#newJwt(ada, 3600), await host.#newJwt(ada, -3600)];
    host.#credentials = { token, otherToken, revokedToken, expiredToken };
    await new Promise<void>((resolve, reject) => {
      host.#server.once("error", reject).listen(options.port ?? 0, "127.0.0.1", resolve);
    });
    return host;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get credentials(): Credentials {
    return this.#credentials ?? fail();
  }

  /** The IDs of the first owner's computers. */
  get ownIds(): readonly string[] {
    return [...this.#computers.values()].filter((one) => isOwn(one, ada)).map(({ id }) => id);
  }

  close(): Promise<void> {
    for (const timer of this.#timers.keys()) clearTimeout(timer);
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  /** Ends the running sessions, and the steps that follow, now. */
  endSessions(): void {
    for (const [timer, work] of this.#timers) {
      clearTimeout(timer);
      this.#timers.delete(timer);
      work();
    }
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
    const all = (this.#acts.get(act) ?? []) as ((...values: unknown[]) => unknown)[];
    return all.reduce<unknown>((bent, run) => run(bent, ...context), value) as ReturnType<Acts[Act]>;
  }

  /** Keeps a value of a bug, which is made when it is first needed, or after some time. */
  #keep<Value>(key: string, make: () => Value, forMs = Number.POSITIVE_INFINITY): Value {
    const kept = this.#kept.get(key) as { value: Value; until: number } | undefined;
    if (kept && kept.until > Date.now()) return kept.value;
    const value = make();
    this.#kept.set(key, { value, until: Date.now() + forMs });
    return value;
  }

  /** Counts calls: of all time, or of the current second. */
  #count(key: string, isPerSecond = false): number {
    const counter = this.#keep(isPerSecond ? `${key} ${Math.floor(Date.now() / 1000)}` : key, () => ({
      count: 0,
    }));
    counter.count += 1;
    return counter.count;
  }

  #later(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, ms);
    this.#timers.set(timer, work);
  }

  // A request and its response.

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A client that goes away ends the reading of its body.
    request.on("error", () => undefined);
    const [, path = "/", search = ""] = /^([^?]*)\??(.*)$/s.exec(request.url ?? "/") ?? [];
    const exchange: Exchange = {
      request,
      method: request.method ?? "GET",
      path,
      search,
      requestId: this.#newRequestId(),
    };
    const reply = await this.#replyTo(exchange);
    if (request.socket.destroyed) return;
    if (this.on("slow-responses")) await pause(15 + Math.random() * 25);
    if (this.on("large-body-resets") && reply.status === 413) return void request.socket.destroy();
    this.#write(exchange, response, reply);
  }

  #newRequestId(): string {
    if (this.on("request-id-constant")) return "00000000";
    return this.on("short-request-ids") ? `r-${this.#count("requests")}` : randomUUID();
  }

  async #replyTo(exchange: Exchange): Promise<Reply> {
    const reply = await this.#checkAndPerform(exchange).catch(async (error: unknown) => {
      if (!(error instanceof Problem)) console.error(error);
      return this.#refuse(exchange, error instanceof Problem ? error : new Problem("internal-error"));
    });
    const headers = { ...reply.headers, "X-Request-Id": exchange.requestId };
    return this.#bent("reply", { ...reply, headers }, exchange);
  }

  /** The checks in their order; the first failure ends the request. */
  async #checkAndPerform(exchange: Exchange): Promise<Reply> {
    const { request, path, method } = exchange;
    this.#refuseAtOnce(exchange);
    if (this.on("credentials-before-path")) await this.#authenticate(exchange);
    const methods = this.#route(exchange);
    const isUnknown = exchange.id !== undefined && this.#find(exchange.id) === undefined;
    if (isUnknown && this.#looksFirst(exchange)) throw new Problem("computer-not-found");
    exchange.operation = Object.hasOwn(methods, method)
      ? methods[method]
      : this.#refuseMethod(Object.keys(methods));
    const isUpdate = exchange.operation === "updateComputer";
    if (this.on("body-before-credentials") && isUpdate) await this.#readUpdate(exchange);
    if (this.on("query-before-credentials") && !exchange.id) this.#filterOf(exchange);
    if (this.on("record-before-credentials") && isUnknown) throw new Problem("computer-not-found");
    if (this.on("retry-state-before-credentials") && exchange.operation === "retryInstallDeps" && !isUnknown)
      this.#checkRetry(this.#find(exchange.id) as Computer);
    const isOpen = this.#bent("unguarded", path) !== path;
    exchange.owner = isOpen ? ada : await this.#authenticate(exchange);
    this.#limit(exchange);
    if (this.on("record-before-body") && exchange.id) this.#ownComputer(exchange.owner, exchange.id, "get");
    const isForeign = isUnknown && isUpdate;
    if (this.on("foreign-400-first") && isForeign) throw new Problem("computer-not-found");
    if (isUpdate) await this.#readUpdate(exchange);
    if (exchange.operation === "retryInstallDeps") this.#checkRetryBody(request);
    if (exchange.operation === "listComputers") exchange.filter = this.#filterOf(exchange);
    return this.#perform(exchange, exchange.owner);
  }

  /** Bugs that look for the record before they refuse a method. */
  #looksFirst({ method }: Exchange): boolean {
    return (this.on("put-oracle") && method === "PUT") || (this.on("options-oracle") && method === "OPTIONS");
  }

  #refuseAtOnce({ request }: Exchange): void {
    const headers = { "Retry-After": "0" };
    if (this.on("limited-before-anything") && this.#count("all") % 7 === 0)
      throw new Problem("rate-limited", { headers });
    if (this.on("unavailable-before-anything") && this.#count("all") % 11 === 0)
      throw new Problem("unavailable", { headers });
    const isLarge = Number(request.headers["content-length"] ?? 0) > maxBodyBytes;
    if (this.on("large-body-before-credentials") && isLarge)
      throw new Problem("body-too-large", { headers: { Connection: "close" } });
  }

  // Paths and methods.

  /** Finds the methods of a path, or fails with 404. */
  #route(exchange: Exchange): Readonly<Record<string, string>> {
    const path = this.#bent("path", this.#bent("unguarded", exchange.path));
    const [isKnown, segment, retry] =
      /^\/api\/v0\/computers(?:\/([^/]+)(\/install-deps)?)?$/.exec(path) ?? [];
    if (isKnown === undefined) throw new Problem("path-not-found");
    if (segment === undefined)
      return this.#bent("methods", { GET: "listComputers", HEAD: "listComputers" }, "list");
    exchange.id = this.#decodeId(segment) + (this.on("query-stays-in-id") && exchange.search ? "?" : "");
    if (retry) return this.#bent("methods", { POST: "retryInstallDeps" }, "retry");
    const methods = { GET: "getComputer", HEAD: "getComputer", PATCH: "updateComputer" };
    return this.#bent("methods", methods, "computer");
  }

  #decodeId(segment: string): string {
    if (this.on("id-not-decoded")) return segment;
    try {
      return this.#bent("id", decodeURIComponent(segment));
    } catch (error) {
      if (this.on("malformed-encoding-is-500")) fail();
      if (this.on("malformed-encoding-is-400")) throw new Problem("malformed-request");
      throw error instanceof Problem ? error : new Problem("path-not-found");
    }
  }

  #refuseMethod(methods: readonly string[]): never {
    const allowed = [...methods, ...(this.on("options-in-allow") ? ["OPTIONS"] : [])];
    throw new Problem("method-not-allowed", { headers: { Allow: allowed.join(", ") } });
  }

  #find(id = ""): Computer | undefined {
    return [...this.#computers.values()].find((one) => this.#bent("found", one.id === id, one.id, id));
  }

  // Credentials.

  #newKey(owner: Principal, isRevoked: boolean): string {
    const key = `chk_${randomBytes(24).toString("base64url")}`;
    this.#keys.set(key, { owner, isRevoked });
    return key;
  }

  #newJwt({ id, kind }: Principal, forSeconds: number): Promise<string> {
    const expiry = Math.floor(Date.now() / 1000) + forSeconds;
    const jwt = new SignJWT({ kind }).setProtectedHeader({ alg: "HS256", typ: "JWT" });
    return jwt.setSubject(id).setExpirationTime(expiry).sign(this.#secret);
  }

  async #authenticate(exchange: Exchange): Promise<Principal> {
    const { request, search } = exchange;
    const { authorization } = request.headers;
    if (authorization === undefined && this.#bent("admitted", false, exchange)) return ada;
    const inQuery = this.on("token-in-query-accepted") && new URLSearchParams(search).get("access_token");
    const header = inQuery ? `Bearer ${inQuery}` : authorization;
    const found = header === undefined ? "missing" : await this.#principalOf(header);
    if (typeof found === "string") throw this.#unauthenticated(found);
    return found;
  }

  async #principalOf(header: string): Promise<Principal | Reason> {
    const scheme = this.on("scheme-case-matters") ? /^Bearer +([\w.~+/-]+=*)$/ : /^Bearer +([\w.~+/-]+=*)$/i;
    const sent = this.#bent("token", scheme.exec(header)?.[1], header);
    if (sent === undefined) return "malformed";
    const issued = [this.credentials.token, ...this.#keys.keys()];
    const token = issued.find((one) => this.#bent("key", one === sent, one, sent)) ?? sent;
    const key = this.#keys.get(token);
    if (key?.isRevoked && !this.on("revoked-token-accepted")) return "revoked";
    if (key) return this.on("keys-are-the-first-owner's") ? ada : key.owner;
    const found = token.split(".").length === 3 ? await this.#principalOfJwt(token) : "unknown";
    return found === "unknown" && this.on("any-token-accepted") ? ada : found;
  }

  async #principalOfJwt(token: string): Promise<Principal | Reason> {
    const [header = ""] = token.split(".");
    const isNone = /"none"/i.test(Buffer.from(header, "base64url").toString());
    const isUnchecked =
      this.on("jwt-signature-unchecked") || (this.on("jwt-algorithm-none-accepted") && isNone);
    try {
      const { payload } = isUnchecked ? { payload: decodeJwt(token) } : await jwtVerify(token, this.#secret);
      return principalIn(payload);
    } catch (error) {
      if (!(error instanceof errors.JWTExpired)) return this.on("garbled-jwt-is-500") ? fail() : "unknown";
      return this.on("expired-token-accepted") ? principalIn(decodeJwt(token)) : "expired";
    }
  }

  /** The response is the same for every reason. */
  #unauthenticated(reason: Reason): Problem {
    if (this.on("malformed-credentials-are-400") && reason === "malformed")
      return new Problem("malformed-request");
    const challenge = this.on("challenge-is-basic") ? 'Basic realm="compute"' : "Bearer";
    const more = this.on("challenge-parameters") ? ' realm="compute", error="invalid_token"' : "";
    const isTold =
      (this.on("revoked-token-told-apart") && reason === "revoked") ||
      (this.on("expired-token-told-apart") && reason === "expired");
    return new Problem("unauthenticated", {
      ...(!this.on("challenge-missing") && { headers: { "WWW-Authenticate": challenge + more } }),
      ...(isTold && { detail: `The token is ${reason}.` }),
    });
  }

  /** There is no limit, but in bugs and variants. */
  #limit({ operation, owner }: Exchange): void {
    const key = `limit ${owner?.id}`;
    if (this.on("rate-limited") && this.#count(key, true) > 40)
      throw new Problem("rate-limited", { headers: { "Retry-After": "1" } });
    if (this.on("sometimes-unavailable") && this.#count("checked") % 9 === 0)
      throw new Problem("unavailable", { headers: { "Retry-After": "0" } });
    const isLimited =
      (this.#acts.has("limit") || this.on("limited-update-applied")) &&
      operation === "updateComputer" &&
      this.#count(key, true) > 2;
    if (isLimited)
      throw this.#bent("limit", new Problem("rate-limited", { headers: { "Retry-After": "1" } }));
  }

  // Queries.

  /** Reads the query of a list, in which unknown parameters mean nothing, or fails with 400. */
  #filterOf({ search, method }: Exchange): Filter {
    const parts =
      search === "" || (this.on("query-of-head-unchecked") && method === "HEAD") ? [] : search.split("&");
    const sent = parts.map((part): Pair => {
      const [, name = "", value = ""] = /^([^=]*)=?(.*)$/s.exec(part) ?? [];
      return [this.#decodeQuery(name, "name"), this.#decodeQuery(value, "value")];
    });
    const pairs = this.#bent("pairs", sent);
    const errors: Record<string, string>[] = [];
    const read = (parameter: string, isValid: (value: string) => boolean, message: string) => {
      const [value, ...more] = pairs.filter(([name]) => name === parameter).map((pair) => pair[1]);
      if (more.length > 0) errors.push({ parameter, message: "must not be given more than once" });
      else if (value !== undefined && !isValid(value)) errors.push({ parameter, message });
      return value;
    };
    const hostId = read("hostId", (text) => this.#isUuid(text, "query"), "must be a UUID");
    const isFlag = (text: string) => this.#bent("flag", ["true", "false"].includes(text), text);
    const flag = read("includeProvisioningSteps", isFlag, 'must be "true" or "false"');
    const unknown = pairs.find(
      ([name]) => this.on("unknown-query-refused") && !/^(hostId|include)/.test(name),
    );
    if (unknown) errors.push({ parameter: unknown[0], message: "is not a known parameter" });
    if (errors.length > 0) throw new Problem("invalid-request", { errors });
    return { hostId, withSteps: this.#includesSteps(flag, hostId) };
  }

  #includesSteps(flag: string | undefined, hostId: string | undefined): boolean {
    if (this.on("steps-always-listed")) return true;
    if (this.on("steps-listed-for-false") && flag !== undefined) return true;
    return flag === "true" && !(this.on("filter-drops-steps-flag") && hostId !== undefined);
  }

  /** Decodes a text; keeps one that is malformed, which no known parameter allows. */
  #decodeQuery(text: string, part: "name" | "value"): string {
    if (this.on(`query-${part}s-not-decoded`)) return text;
    try {
      return decodeURIComponent(text.replaceAll("+", " "));
    } catch {
      return this.on("malformed-query-is-500") ? fail() : text;
    }
  }

  #isUuid(text: string, place: "query" | "body"): boolean {
    return this.#bent("uuid", isUuid(text), text, place);
  }

  // Bodies.

  #checkRetryBody({ headers }: IncomingMessage): void {
    const length = Number(headers["content-length"] ?? 0);
    if (this.on("retry-needs-media-type") && !headers["content-type"])
      throw new Problem("unsupported-media-type");
    if (this.on("retry-body-refused") && length > 0) throw new Problem("malformed-request");
  }

  /** Reads the changes of an update, or fails with 413, 415 or 400. */
  async #readUpdate(exchange: Exchange): Promise<void> {
    const { headers } = exchange.request;
    const length = Number(headers["content-length"] ?? 0);
    if (this.on("size-before-media-type") && this.#isTooLarge(length)) throw new Problem("body-too-large");
    const contentType = headers["content-type"];
    const hasBody = headers["transfer-encoding"] !== undefined || length > 0;
    const isUntyped = contentType === undefined && (hasBody || this.on("empty-body-is-415"));
    const isOther = contentType !== undefined && !this.#isJson(contentType);
    if (isOther || (isUntyped && !this.on("missing-media-type-accepted")))
      throw new Problem("unsupported-media-type");
    if (this.on("unknown-charset-is-500") && contentType?.includes("bogus")) fail();
    if (this.#isTooLarge(length)) throw new Problem("body-too-large");
    exchange.body ??= await this.#readBody(exchange.request);
    const isZipped = this.on("encoded-body-taken-as-empty") && headers["content-encoding"] === "gzip";
    exchange.changes = isZipped ? {} : this.#parseUpdate(exchange.body);
  }

  #isJson(contentType: string): boolean {
    const isJson = contentType.split(";", 1)[0]?.trim().toLowerCase() === "application/json";
    return this.#bent("json", isJson, contentType);
  }

  #isTooLarge(bytes: number): boolean {
    if (this.on("body-limit-in-characters")) return false;
    return this.#bent("large", bytes > maxBodyBytes, bytes);
  }

  /** Reads a body up to the limit, and leaves the rest to be discarded. */
  async #readBody(request: IncomingMessage): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      length += chunk.length;
      const isTooLarge = this.#isTooLarge(length) && !this.on("chunked-body-unlimited");
      if (isTooLarge && this.on("large-body-cut")) break;
      if (isTooLarge) {
        request.resume();
        throw new Problem("body-too-large");
      }
      chunks.push(chunk);
    }
    const body = Buffer.concat(chunks);
    const isLong = this.on("body-limit-in-characters") && body.toString().length > maxBodyBytes;
    return isLong ? Promise.reject(new Problem("body-too-large")) : body;
  }

  /** Parses the changes in a body, or fails with 400. */
  #parseUpdate(body: Buffer): Changes {
    const text = this.#bent("text", this.#decode(body));
    const value = this.#bent("value", this.#parse(text));
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    if (!isObject)
      throw new Problem("invalid-request", { errors: [{ pointer: "", message: "must be an object" }] });
    const members = this.#bent("members", Object.entries(value));
    const first = this.on("repeated-name-escapes-validation") ? firstValues(text) : {};
    const errors = members.flatMap(([key, own]) => {
      const message = this.#bent("error", this.#errorOf(key, first[key] ?? own), key, own);
      return message === undefined ? [] : [{ pointer: pointerTo(key), message }];
    });
    const repeated = this.on("repeated-names-refused") ? repeatedNames(text) : [];
    for (const key of repeated) errors.push({ pointer: pointerTo(key), message: "is repeated" });
    if (errors.length > 0) throw new Problem("invalid-request", { errors });
    return Object.fromEntries(members);
  }

  #decode(body: Buffer): string {
    const isWide = this.on("utf-16-accepted") && body.length % 2 === 0 && (body[0] === 0 || body[1] === 0);
    if (isWide) return (body[0] === 0 ? Buffer.from(body).swap16() : body).toString("utf16le");
    if (this.on("body-read-as-latin1")) return body.toString("latin1");
    try {
      const fatal = !this.on("invalid-utf8-replaced");
      return new TextDecoder("utf-8", { fatal, ignoreBOM: true }).decode(body);
    } catch {
      throw new Problem("malformed-request");
    }
  }

  #parse(text: string): unknown {
    if (text === "" && this.on("missing-body-taken-as-empty-object")) return {};
    try {
      return JSON.parse(text);
    } catch {
      if (this.on("malformed-json-taken-as-empty-object")) return {};
      throw new Problem("malformed-request");
    }
  }

  /** Returns what is wrong with a member of the body, if anything. */
  #errorOf(key: string, value: unknown): string | undefined {
    if (!fields.includes(key)) return "is not a known property";
    if (typeof value !== "string") return "must be a string";
    if (key === "hostId") return this.#isUuid(value, "body") ? undefined : "must be a UUID";
    const length = this.#lengthOf(value);
    if (length < 1 || length > 63) return "must have 1 to 63 characters";
    const isStorable =
      value.isWellFormed() || this.on("lone-surrogates-kept") || this.on("lone-surrogate-replaced");
    if (!isStorable && this.on("lone-surrogate-is-500")) fail();
    return isStorable ? undefined : "must not contain a lone surrogate";
  }

  /** Counts Unicode code points. */
  #lengthOf(text: string): number {
    if (this.on("length-in-utf16-units")) return text.length;
    if (this.on("length-in-bytes")) return Buffer.byteLength(text);
    return this.on("length-in-graphemes") ? [...new Intl.Segmenter().segment(text)].length : [...text].length;
  }

  // The operations.

  async #perform(exchange: Exchange, owner: Principal): Promise<Reply> {
    const { operation, id = "", changes = {}, filter } = exchange;
    if (this.on("principal-kept-in-global")) {
      this.#kept.set("owner", owner);
      await pause();
    }
    const principal = this.on("principal-kept-in-global") ? (this.#kept.get("owner") as Principal) : owner;
    if (operation === "listComputers")
      return json(200, { computers: await this.#list(exchange, principal, filter) });
    if (operation === "updateComputer")
      return json(200, this.#present(await this.#update(principal, id, changes), "update"));
    if (operation === "retryInstallDeps")
      return json(202, this.#present(await this.#retry(principal, id), "retry"));
    return json(200, this.#get(exchange, principal, id));
  }

  async #list({ search }: Exchange, owner: Principal, sent?: Filter): Promise<readonly Json[]> {
    let filter = sent ?? { hostId: undefined, withSteps: false };
    if (this.on("steps-flag-kept-in-global")) {
      this.#kept.set("flag", filter.withSteps);
      await pause();
      filter = { ...filter, withSteps: this.#kept.get("flag") as boolean };
    }
    const list = () => this.#listed(owner, filter).map((one) => this.#present(one, "list", filter.withSteps));
    const isShared = this.on("list-cached-without-query");
    const key = owner.id + (isShared ? "" : search);
    if (this.on("unknown-host-cached") && filter.hostId && list().length === 0)
      return this.#keep(`unknown ${filter.hostId}`, () => [], 1_000);
    if (this.on("unknown-host-cached") && filter.hostId && this.#kept.has(`unknown ${filter.hostId}`))
      return [];
    return isShared || this.on("list-cached") ? this.#keep(`list ${key}`, list, 1_000) : list();
  }

  /** Returns the owner's computers that match a filter, newest first. */
  #listed(owner: Principal, filter: Filter): readonly Computer[] {
    const { hostId, withSteps } = filter;
    const isOpen =
      this.on("list-ignores-owner") ||
      (this.on("filtered-list-ignores-owner") && hostId !== undefined) ||
      (this.on("list-with-steps-ignores-owner") && withSteps);
    const found = [...this.#computers.values()]
      .filter((one) => isOpen || isOwn(one, owner))
      .filter((one) => hostId === undefined || this.#bent("linked", this.#isLinked(one, hostId), one, hostId))
      .filter(({ id }) => !(this.on("host-filter-lags") && hostId && this.#kept.has(`linked ${id}`)));
    const updated = this.#keep("updated", () => [] as string[]);
    const isRetried = ({ id, status }: Computer) =>
      status === "provisioning" && this.#kept.has(`retried ${id}`);
    const rank = (one: Computer) => {
      if (this.on("list-by-update")) return updated.lastIndexOf(one.id);
      return -Number(this.on("installing-listed-last") && isRetried(one));
    };
    const order = (one: Computer, other: Computer) =>
      rank(other) - rank(one) || other.createdAt - one.createdAt || compareText(other.id, one.id);
    const sorted = found.toSorted((one, other) => this.#bent("order", order(one, other), one, other));
    return this.#bent("listed", sorted, filter);
  }

  #isLinked({ hostId: own }: Computer, hostId: string): boolean {
    return own !== undefined && own.toLowerCase() === hostId.toLowerCase();
  }

  #get({ method }: Exchange, owner: Principal, id: string): Json {
    const computer = this.#ownComputer(owner, id, method === "HEAD" ? "head" : "get");
    const [newest = computer] = this.#listed(owner, { hostId: undefined, withSteps: true });
    const shown = () => this.#present(this.on("get-returns-another-computer") ? newest : computer, "get");
    return this.on("get-cached") ? this.#keep(`get ${owner.id} ${id}`, shown, 1_000) : shown();
  }

  /** Returns the owner's computer with an ID, or fails with the same 404 for a missing and a foreign one. */
  #ownComputer(owner: Principal, id: string, purpose: string): Computer {
    const computer = this.#find(id);
    const isShared = computer !== undefined && this.#bent("shared", isOwn(computer, owner), purpose);
    if (computer && isShared) return computer;
    throw new Problem("computer-not-found", {
      ...(computer && this.on("foreign-record-adds-header") && { headers: { "X-Shard": "2" } }),
      ...(computer && this.on("foreign-record-is-403") && { status: 403 }),
      ...(computer &&
        this.on("foreign-record-told-apart") && { detail: "This computer is another owner's." }),
    });
  }

  #others({ id, ...computer }: Computer): readonly Computer[] {
    const all = [...this.#computers.values()].filter((one) => one.id !== id);
    return this.on("unique-across-owners")
      ? all
      : all.filter((one) => isOwn(one, ownerOf({ id, ...computer })));
  }

  // An update.

  async #update(owner: Principal, id: string, changes: Changes): Promise<Computer> {
    this.#tellForeign(owner, this.#find(id), changes);
    const isEmpty = Object.keys(changes).length === 0;
    const computer = this.#ownComputer(owner, id, isEmpty ? "empty update" : "update");
    const stored = this.#stored(changes);
    if (this.on("seven-updates-at-once-are-500")) await this.#countBusy(7);
    if (this.on("refused-update-keeps-lock") && this.#kept.has(`locked ${id}`))
      throw new Problem("unavailable", { headers: { "Retry-After": "1" } });
    if (this.on("written-before-conflict") && stored.remoteUser)
      this.#store(computer, { ...computer, remoteUser: stored.remoteUser });
    const found = this.#conflict(computer, stored);
    const conflict = this.#bent("conflict", found, computer, stored, this.#others(computer));
    if (conflict !== undefined) await this.#spoil(computer, stored);
    if (conflict !== undefined) throw new Problem(conflict);
    return this.#commit(computer, stored);
  }

  async #countBusy(limit: number): Promise<void> {
    const busy = this.#keep("busy", () => ({ count: 0 }));
    busy.count += 1;
    await pause(20);
    const isTooMany = busy.count >= limit;
    this.#later(1, () => (busy.count -= 1));
    if (isTooMany) fail();
  }

  /** Bugs that tell something about another owner's computer. */
  #tellForeign(owner: Principal, computer: Computer | undefined, { name }: Changes): void {
    if (!computer || isOwn(computer, owner)) return;
    const own = [...this.#computers.values()].filter((one) => isOwn(one, owner));
    if (this.on("foreign-409-name") && own.some((one) => one.name === name)) throw new Problem("name-taken");
  }

  /** Returns the changes as they are stored. */
  #stored({ name, hostId, remoteUser, ...others }: Changes): Changes {
    const text = (value: string, field: string) => {
      const kept = this.on("lone-surrogate-replaced") ? value.toWellFormed() : value;
      return this.#bent("stored", kept, field);
    };
    const asSent = this.on("host-kept-as-sent") || this.on("taken-host-compared-by-case");
    return {
      ...others,
      ...(typeof name === "string" && { name: text(name, "name") }),
      ...(typeof hostId === "string" && { hostId: asSent ? hostId : hostId.toLowerCase() }),
      ...(typeof remoteUser === "string" && { remoteUser: text(remoteUser, "remoteUser") }),
      // Only bugs let null pass.
      ...(remoteUser === null && { remoteUser }),
    };
  }

  /** Returns what prevents an update: names and hosts are unique among an owner's computers, and a host is set once. */
  #conflict(computer: Computer, { name, hostId }: Changes): ProblemKind | undefined {
    const others = this.#others(computer);
    const reserved = this.#keep("reserved", () => new Set<string>());
    const isReserved = name !== undefined && reserved.has(`${computer.ownerId} ${name}`);
    if (isReserved || others.some((other) => other.name === name)) return "name-taken";
    return hostId === undefined ? undefined : this.#hostConflict(computer, hostId);
  }

  #hostConflict(computer: Computer, hostId: string): ProblemKind | undefined {
    const isOther = computer.hostId !== undefined && !this.#isLinked(computer, hostId);
    if (isOther && !this.on("host-replaceable")) return "host-already-set";
    const others = this.#others(computer);
    const isSame = (other: Computer) =>
      this.on("taken-host-compared-by-case") ? other.hostId === hostId : this.#isLinked(other, hostId);
    return others.some(isSame) && !this.on("taken-host-unchecked") ? "host-taken" : undefined;
  }

  /** Bugs that a refused update leaves something of. */
  async #spoil(computer: Computer, { name, hostId, remoteUser, ...changes }: Changes): Promise<void> {
    const all = {
      ...changes,
      ...(name && { name }),
      ...(hostId && { hostId }),
      ...(remoteUser && { remoteUser }),
    };
    if (this.on("refused-update-written")) this.#computers.set(computer.id, { ...computer, ...all });
    if (this.on("refused-update-keeps-lock")) this.#keep(`locked ${computer.id}`, () => true);
    if (this.on("refused-update-reserves-name"))
      this.#keep("reserved", () => new Set<string>()).add(`${computer.ownerId} ${name}`);
    const isNameShown = this.on("refused-name-shown-briefly") && name;
    const isUserShown = this.on("refused-user-shown-briefly") && remoteUser;
    if (!isNameShown && !isUserShown) return;
    this.#computers.set(computer.id, {
      ...computer,
      ...(isNameShown && { name }),
      ...(isUserShown && { remoteUser }),
    });
    await pause();
    this.#computers.set(computer.id, computer);
  }

  /** Writes an update; nothing waits between the check and the write, so that no other request can come between. */
  async #commit(computer: Computer, changes: Changes): Promise<Computer> {
    const read = await this.#race(computer, changes);
    const updated = this.#bent("updated", { ...read, ...changes }, read, changes);
    if (this.on("update-visible-by-halves")) {
      this.#store(computer, { ...read, name: updated.name });
      await pause();
    }
    if (this.on("update-stored-later")) this.#later(100, () => this.#store(computer, updated));
    else this.#store(computer, updated);
    if (this.on("update-hits-every-computer") && updated.remoteUser)
      for (const other of this.#others(updated))
        this.#computers.set(other.id, { ...other, remoteUser: updated.remoteUser });
    if (this.on("unavailable-update-written") && this.#count("updates") % 3 === 0)
      throw new Problem("unavailable", { headers: { "Retry-After": "0" } });
    return this.on("update-returns-old-record") ? computer : updated;
  }

  /** Bugs that wait between the check and the write; returns the record that the write begins with. */
  async #race(computer: Computer, { name, hostId }: Changes): Promise<Computer> {
    const current = () => this.#computers.get(computer.id) ?? computer;
    const { status, provisioningSteps } = computer;
    if (this.on("update-reverts-finished-install") || this.on("update-reverts-started-install")) {
      await pause(this.on("update-reverts-started-install") ? 60 : this.#installMs + 100);
      return { ...current(), status, provisioningSteps };
    }
    if (this.on("parallel-updates-lose-one")) {
      await pause();
      return { ...computer, status: current().status, provisioningSteps: current().provisioningSteps };
    }
    if (this.on("parallel-renames-share-name") && name !== undefined) await pause();
    if (this.on("lost-name-race-is-500") && name !== undefined) {
      await pause();
      if (this.#conflict(computer, { name })) fail();
    }
    const isShared = this.on("parallel-links-share-host");
    if (hostId !== undefined && (isShared || this.on("parallel-links-replace-host"))) {
      await pause();
      const conflict = this.#hostConflict(current(), hostId);
      if (conflict === (isShared ? "host-already-set" : "host-taken")) throw new Problem(conflict);
    }
    return current();
  }

  #store(before: Computer, updated: Computer): void {
    this.#keep("updated", () => [] as string[]).push(updated.id);
    const isNew = before.hostId !== updated.hostId;
    if (isNew && this.on("host-filter-lags")) {
      this.#kept.set(`linked ${updated.id}`, true);
      this.#later(1_000, () => this.#kept.delete(`linked ${updated.id}`));
    }
    if (before.name !== updated.name && this.on("old-name-stays-taken"))
      this.#keep("reserved", () => new Set<string>()).add(`${before.ownerId} ${before.name}`);
    this.#computers.set(updated.id, updated);
  }

  // A retry, and the install session that it starts.

  async #retry(owner: Principal, id: string): Promise<Computer> {
    const any = this.#find(id);
    if (any && this.on("foreign-conflict-told")) this.#checkRetry(any);
    const computer = this.#ownComputer(owner, id, "retry");
    const isRecent = Date.now() - this.#keep(`retried ${id}`, () => ({ at: 0 })).at < 100;
    if (isRecent && this.on("parallel-retries-merged")) return computer;
    if (isRecent && this.on("lost-retry-race-is-500")) fail();
    this.#checkRetry(computer);
    this.#keep(`retried ${id}`, () => ({ at: 0 })).at = Date.now();
    if (this.on("parallel-retries-both-accepted")) await pause();
    const started = this.#start(this.#computers.get(id) ?? computer);
    if (this.on("retry-waits-for-install")) await pause(this.#installMs + 50);
    if (this.on("unavailable-retry-started") && this.#count("retries") % 3 === 0)
      throw new Problem("unavailable", { headers: { "Retry-After": "0" } });
    if (this.on("retry-status-not-stored")) this.#computers.set(id, { ...started, status: computer.status });
    if (this.on("retry-stored-later")) {
      this.#computers.set(id, computer);
      this.#later(100, () => this.#computers.set(id, started));
    }
    if (this.on("retry-returns-old-record")) return computer;
    return this.on("retry-waits-for-install") ? (this.#computers.get(id) ?? started) : started;
  }

  /** Refuses a retry that is not possible now. */
  #checkRetry(computer: Computer): void {
    const found = this.#bent("retry", this.#retryConflict(computer), computer, this.#others(computer));
    const isSecond = this.on("second-retry-refused") && this.#kept.has(`retried ${computer.id}`);
    const conflict = found ?? (isSecond ? "install-session-running" : undefined);
    if (conflict === undefined) return;
    const isRunning = conflict === "install-session-running";
    if (this.on("refused-retry-starts-anyway") || (isRunning && this.on("refused-retry-starts-over")))
      this.#start(computer);
    throw new Problem(conflict, {
      ...(this.on("running-retry-is-423") && conflict === "install-session-running" && { status: 423 }),
      ...(this.on("early-retry-is-400") && conflict === "earlier-step-not-completed" && { status: 400 }),
      ...(this.on("stepless-retry-is-404") && conflict === "no-install-deps-step" && { status: 404 }),
    });
  }

  #retryConflict({ provisioningSteps: steps }: Computer): ProblemKind | undefined {
    const index = steps.findIndex(({ id }) => id === installDeps);
    if (index < 0) return "no-install-deps-step";
    if (steps[index]?.status === "running") return "install-session-running";
    return steps.slice(0, index).every(({ status }) => status === "completed")
      ? undefined
      : "earlier-step-not-completed";
  }

  #start(computer: Computer): Computer {
    const provisioningSteps = computer.provisioningSteps.map((step) => {
      if (step.id !== installDeps) return step;
      const { error: _error, completedAt: _completedAt, ...kept } = step;
      const installSessionId = this.#newSessionId(step.installSessionId);
      return this.#bent(
        "step",
        { ...kept, status: "running", startedAt: this.#now(), installSessionId },
        step,
      );
    });
    const started = this.#bent(
      "started",
      { ...computer, status: "provisioning", provisioningSteps },
      computer,
    );
    this.#computers.set(computer.id, started);
    if (!this.on("install-never-ends")) this.#later(this.#durationMs(), () => this.#endSession(started));
    if (!this.on("retry-tells-another-session")) return started;
    const told = started.provisioningSteps.map((step) =>
      step.id === installDeps ? { ...step, installSessionId: "ins_told" } : step,
    );
    return { ...started, provisioningSteps: told };
  }

  #now(): number {
    return this.on("whole-second-times") ? Math.floor(Date.now() / 1000) * 1000 : Date.now();
  }

  #durationMs(): number {
    return this.on("sessions-end-at-once") ? 0 : this.#installMs * (this.on("slow-sessions") ? 10 : 1);
  }

  #newSessionId(latest?: string): string {
    if (this.on("session-kept") && latest) return latest;
    if (this.on("sessions-alternate"))
      return `${latest?.replace(/_[01]$/, "")}_${this.#count("sessions") % 2}`;
    if (this.on("session-named-after-second")) return `ins_${Math.floor(Date.now() / 1000)}`;
    return this.on("numbered-sessions")
      ? String(this.#count("sessions"))
      : `ins_${randomBytes(6).toString("hex")}`;
  }

  #endSession(started: Computer): void {
    const current = this.#computers.get(started.id) ?? started;
    const [own, other] = [current, started].map((one) => installStepOf(one)?.installSessionId);
    // A later session has its own end.
    if (own !== other) return;
    const computer = this.on("finished-install-reverts-update") ? started : current;
    this.#endStep(
      computer,
      computer.provisioningSteps.findIndex(({ id }) => id === installDeps),
    );
  }

  /** Ends a step, and starts the next one unless it failed. */
  #endStep(computer: Computer, index: number): void {
    const { provisioningSteps: steps, id } = computer;
    const step = steps[index];
    if (step === undefined) return;
    const now = Math.max(this.#now(), step.startedAt ?? 0);
    const ended = this.#bent("ended", { ...step, status: "completed", completedAt: now });
    const next = steps.findIndex(({ status }, position) => position > index && status === "pending");
    const hasNext = ended.status === "completed" && next > index && !this.on("later-steps-never-run");
    const provisioningSteps = steps.map((one, position): Step => {
      if (position === index) return ended;
      return hasNext && position === next ? { ...one, status: "running", startedAt: now } : one;
    });
    const isLeft = this.on("finished-install-leaves-status");
    const status = isLeft ? computer.status : statusOf(provisioningSteps);
    this.#computers.set(id, this.#bent("settled", { ...computer, provisioningSteps, status }));
    if (hasNext)
      this.#later(this.#durationMs(), () => this.#endStep(this.#computers.get(id) ?? computer, next));
  }

  // What is sent.

  #present(computer: Computer, place: Place, withSteps = true): Json {
    const { provisioningSteps, ...record } = computer;
    const sent = withSteps
      ? { ...record, provisioningSteps: provisioningSteps.map((step) => ({ ...step })) }
      : record;
    if (this.on("fields-that-count-reads")) return { ...sent, reads: this.#count("reads") };
    return this.#bent("sent", sent, place, computer);
  }

  async #refuse(exchange: Exchange, { kind, details }: Problem): Promise<Reply> {
    const { id, path, requestId } = exchange;
    if (this.#bent("applied", false, kind, exchange)) await this.#applyNevertheless(exchange);
    const { headers, ...others } = details;
    const [status, title, usual] = problemKinds[kind];
    const detail = kind === "computer-not-found" ? `There is no ${id} at ${path}.` : usual;
    const words = { type: `/problems/${kind}`, title, status, detail, ...others };
    const body = this.#bent("problem", { ...words, instance: asReference(path), requestId }, exchange);
    const type = { "Content-Type": "application/problem+json" };
    return { status: Number(words.status), headers: { ...type, ...headers }, body };
  }

  /** Bugs that carry out what they refuse. */
  async #applyNevertheless({ id, operation, request, body }: Exchange): Promise<void> {
    const computer = this.#computers.get(id ?? "");
    if (!computer) return;
    if (operation === "retryInstallDeps" && !this.#retryConflict(computer)) this.#start(computer);
    if (operation !== "updateComputer") return;
    const members: Member[] = parsedMembers(body ?? (await buffer(request)));
    const texts = members.filter(
      ([key, value]) => /^(name|remoteUser)$/.test(key) && typeof value === "string",
    );
    this.#computers.set(computer.id, { ...computer, ...Object.fromEntries(texts) });
  }

  #write(exchange: Exchange, response: ServerResponse, { status, headers, body }: Reply): void {
    const isHead = exchange.method === "HEAD";
    if (!this.on("no-early-hints")) response.writeEarlyHints({ link: "</docs>; rel=help" });
    const text = typeof body === "string" ? body : body === undefined ? "" : this.#stringify(body);
    const content = this.#bent("content", Buffer.from(text), exchange);
    const inCharacters = this.on("content-length-in-characters") ? text.length : content.length;
    const length = this.on("head-length-is-zero") && isHead ? 0 : inCharacters;
    const isSized = status !== 204 && !this.on("chunked-bodies");
    response.writeHead(status, { ...headers, ...(isSized && { "Content-Length": String(length) }) });
    if (this.on("chunked-bodies") && !isHead)
      for (let at = 0; at < content.length; at += 97) response.write(content.subarray(at, at + 97));
    response.end(isHead || this.on("chunked-bodies") ? undefined : content);
    if (this.on("head-with-body") && isHead) exchange.request.socket.write(content);
  }

  #stringify(value: unknown): string {
    if (this.on("indented-json")) return `${JSON.stringify(value, null, 2)}\n`;
    if (this.on("keys-in-other-order")) return JSON.stringify(reversed(value));
    return (
      JSON.stringify(value) + (this.on("lengths-that-vary") ? " ".repeat(this.#count("bodies") % 3) : "")
    );
  }
}

function json(status: number, body: unknown): Reply {
  return { status, headers: { "Content-Type": "application/json" }, body };
}

function principalIn({ sub = "", kind }: JWTPayload): Principal {
  return { id: sub, kind: String(kind) };
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** Returns the JSON Pointer to a member of the body (RFC 6901). */
function pointerTo(key: string): string {
  return `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** Converts any path to a URI reference. */
function asReference(path: string): string {
  return path.replace(/%(?![\da-f]{2})/gi, "%25").replace(/[^\w.~!$&'()*+,;=:@%/-]/g, encodeURIComponent);
}

/** Reads an object with the first value of each name, which `JSON.parse` replaces by the last. */
function firstValues(text: string): Json {
  const members = [...text.matchAll(/("(?:[^"\\]|\\.)*")\s*:\s*("(?:[^"\\]|\\.)*")/g)].reverse();
  return Object.fromEntries(
    members.map(([, name = "", value = ""]) => [JSON.parse(name), JSON.parse(value)]),
  );
}

/** Returns the names that a flat object repeats. */
function repeatedNames(text: string): readonly string[] {
  const names = [...text.matchAll(/([{,]\s*)("(?:[^"\\]|\\.)*")\s*:/g)].map(
    ([, , name]) => JSON.parse(name ?? "") as string,
  );
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

function parsedMembers(body: Buffer): Member[] {
  try {
    return Object.entries(Object(JSON.parse(body.toString())) as Json);
  } catch {
    return [];
  }
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, inner]) => [key, reversed(inner)])
      .reverse(),
  );
}
