import { setTimeout as wait } from "node:timers/promises";
import type { Computer } from "@compute-host/types";
import { expect } from "vitest";
import { apiOf } from "../http/api-client.ts";
import { Register } from "./registers.ts";

/** The longest pause between two calls of a caller, and the pause after an unprocessed call, in milliseconds. */
const pauseMs = 10;
const backOffMs = 50;

/** A status, or how a call ended without one: `refused` before it was sent, `lost` after that. */
export type Outcome = number | "refused" | "lost";

interface Response {
  readonly outcome: Outcome;
  readonly json?: unknown;
  readonly retryAfter?: string | null;
}

/** Which nodes the load calls, and about which computers. */
export interface LoadOptions {
  readonly apiKey: string;
  /** The current nodes. */
  readonly urls: () => readonly string[];
  readonly ids: readonly string[];
  /** How many of the computers are installed repeatedly. */
  readonly installs?: number;
}

/**
 * Callers that write: each computer has two, one per member, so that one notices if the other's update is lost. Each
 * acknowledged value is read immediately from any node; {@link violations} lists what was wrong.
 */
export class Load {
  readonly violations: string[] = [];
  /** The number of calls by kind and outcome. */
  readonly outcomes = new Map<string, number>();
  /** How many writes were acknowledged. */
  acknowledged = 0;
  /** Called after each acknowledged write, while others wait for theirs. */
  onWrite: () => void = () => {};
  readonly #options: LoadOptions;
  readonly #registers: readonly Register[];
  readonly #sessions: readonly Register[];
  /** Computers with an installation request that got no response and may still take effect. */
  readonly #openInstalls = new Set<string>();
  #values = 0;
  #isStopped = false;
  #running: Promise<unknown> | undefined;

  constructor(options: LoadOptions) {
    this.#options = options;
    const { ids } = options;
    this.#registers = ids.flatMap((id) => [new Register(id, "name", id), new Register(id, "remoteUser", "")]);
    this.#sessions = ids.map((id) => new Register(id, "session", "ins_1"));
  }

  /** Makes all callers send calls until {@link stop}. */
  start(): void {
    const installed = this.#sessions.slice(0, this.#options.installs ?? 0);
    this.#isStopped = false;
    this.#running = Promise.all([
      ...this.#registers.map((register) => this.#repeat(() => this.#write(register))),
      ...installed.map((register) => this.#repeat(() => this.install(register.computerId))),
    ]);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  /** Waits until this many more writes are acknowledged. */
  async acknowledges(count: number): Promise<void> {
    const target = this.acknowledged + count;
    await expect.poll(() => this.acknowledged, { interval: 20 }).toBeGreaterThanOrEqual(target);
  }

  /** Does something during an acknowledged write's callback, while other callers wait for theirs. */
  async inWrites(act: () => unknown): Promise<void> {
    await this.acknowledges(20);
    const done = Promise.withResolvers<unknown>();
    this.onWrite = () => {
      this.onWrite = () => {};
      done.resolve(act());
    };
    await done.promise;
  }

  /** The number of calls with a matching outcome, such as `write 503`. */
  count(pattern: RegExp): number {
    return [...this.outcomes].reduce((sum, [outcome, count]) => sum + (pattern.test(outcome) ? count : 0), 0);
  }

  /** Requests an installation, and judges the computer's session after it. */
  async install(id: string, url = this.#anyUrl()): Promise<Outcome> {
    const register = this.#sessions.find(({ computerId }) => computerId === id) as Register;
    const { outcome, json } = await this.call("install", url, "POST", `/${id}/install-deps`);
    if (outcome === 202) {
      this.#acknowledge();
      register.acknowledged = memberOf(json as Computer, "session");
    } else if (outcome === "lost" || outcome === 500) this.#openInstalls.add(id);
    else if (![409, 503, "refused"].includes(outcome)) this.violations.push(`install got ${outcome}`);
    await this.#readOne(register, this.#anyUrl());
    return outcome;
  }

  /** Reads every computer on every node; call it after {@link stop}. */
  async readAll(): Promise<void> {
    for (const url of this.#options.urls()) {
      for (const register of [...this.#registers, ...this.#sessions]) {
        if ((await this.#readOne(register, url)) === undefined)
          this.violations.push(`${register.computerId} cannot be read on ${url}`);
      }
    }
  }

  /** The computers, as a node lists them. */
  async list(url = this.#anyUrl()): Promise<readonly Computer[] | undefined> {
    const { outcome, json } = await this.call("read", url, "GET", "?includeProvisioningSteps=true");
    return outcome === 200 ? (json as { readonly computers: Computer[] }).computers : undefined;
  }

  /** The sessions that were acknowledged last, by computer. */
  sessions(): ReadonlyMap<string, string> {
    return new Map(this.#sessions.map(({ computerId, acknowledged }) => [computerId, acknowledged]));
  }

  /** Calls a node, and counts how that ended. */
  async call(kind: string, url: string, method: string, path: string, body?: object): Promise<Response> {
    const response = await send(this.#options.apiKey, url, method, path, body);
    if (response.outcome === 503 && !response.retryAfter) this.violations.push("503 without Retry-After");
    const key = `${kind} ${response.outcome}`;
    this.outcomes.set(key, (this.outcomes.get(key) ?? 0) + 1);
    return response;
  }

  async #repeat(call: () => Promise<Outcome>): Promise<void> {
    while (!this.#isStopped) {
      const outcome = await call();
      const isProcessed = typeof outcome === "number" && outcome < 500;
      await wait(isProcessed ? Math.random() * pauseMs : backOffMs);
    }
  }

  async #write(register: Register): Promise<Outcome> {
    const { computerId, name } = register;
    const value = `${name}-${++this.#values}`;
    const body = { [name]: value };
    const { outcome, json } = await this.call("write", this.#anyUrl(), "PATCH", `/${computerId}`, body);
    if (outcome === 200) {
      register.acknowledged = value;
      this.#acknowledge();
      const returned = memberOf(json as Computer, name);
      if (returned !== value)
        this.violations.push(`a write of "${value}" to ${computerId} returned "${returned}"`);
    } else if (outcome === 503 || outcome === "refused") register.refused.add(value);
    else if (outcome === 500 || outcome === "lost") register.unknown.add(value);
    else this.violations.push(`write got ${outcome}: ${JSON.stringify(json)}`);
    await this.#readOne(register, this.#anyUrl());
    return outcome;
  }

  /** Reads a value, of the computer or from the list, and judges it. */
  async #readOne(register: Register, url: string): Promise<string | undefined> {
    const { computerId, name } = register;
    const isListed = Math.random() < 0.2;
    const read = async (): Promise<string | undefined> => {
      if (isListed) {
        const found = (await this.list(url))?.find(({ id }) => id === computerId);
        return found && memberOf(found, name);
      }
      const { outcome, json } = await this.call("read", url, "GET", `/${computerId}`);
      return outcome === 200 ? memberOf(json as Computer, name) : undefined;
    };
    const value = await read();
    if (value === undefined) return undefined;
    if (name === "session" && this.#openInstalls.has(computerId)) register.unknown.add(value);
    const violation = await register.judge(value, read);
    if (violation !== undefined) this.violations.push(`${violation} (${url})`);
    return value;
  }

  #acknowledge(): void {
    this.acknowledged += 1;
    this.onWrite();
  }

  #anyUrl(): string {
    const urls = this.#options.urls();
    return urls[Math.floor(Math.random() * urls.length)] as string;
  }
}

async function send(
  apiKey: string,
  baseUrl: string,
  method: string,
  path: string,
  body?: object,
): Promise<Response> {
  try {
    const { status, headers, json } = await apiOf({ baseUrl, apiKey })(`/api/v0/computers${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { outcome: status, json, retryAfter: headers.get("retry-after") };
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
    return { outcome: code === "ECONNREFUSED" ? "refused" : "lost" };
  }
}

function memberOf(computer: Computer, name: string): string {
  if (name !== "session") return String((computer as unknown as Record<string, unknown>)[name] ?? "");
  return computer.provisioningSteps?.find(({ id }) => id === "install-deps")?.installSessionId ?? "";
}
