import { createFakeService } from "@compute-host/client/testing";
import { isObject } from "@compute-host/openapi";
import type { Computer } from "@compute-host/types";
import { ada, seedComputers } from "../reference/computers.ts";
import { Host } from "../reference/host.ts";
import { curlLine } from "../src/describe/curl-line.ts";
import { type Exchange, exchange, type Sender } from "../src/http/exchange.ts";
import type { ContractApi } from "../src/openapi/contract-api.ts";
import { randomSequences, type Step } from "./random-steps.ts";

/** A reading of the rules, which can be asked, and whose sessions end when they are told to. */
interface Reading extends Sender {
  readonly name: string;
  endSessions(): void;
}

/**
 * Sends random sequences of requests to both readings of the rules, which share no code: the reference host, and the
 * core, which the service and the client's fake consist of. Returns where their responses differ in what the
 * description states, with the requests that led there.
 */
export async function compareReadings(api: ContractApi, seed: number, sequences: number): Promise<string[]> {
  const differences: string[] = [];
  for (const steps of randomSequences(api, seed, sequences)) {
    // No session ends by itself.
    const host = await Host.start({ installMs: 2 ** 30 });
    const difference = await compareOn([referenceOf(host), core()], steps).finally(() => host.close());
    if (difference !== undefined) differences.push(difference);
  }
  return differences;
}

async function compareOn(readings: readonly Reading[], steps: readonly Step[]): Promise<string | undefined> {
  const readers = readings.map(createReader);
  const lines: string[] = [];
  for (const step of steps) {
    if (step === "every session ends") {
      for (const reading of readings) reading.endSessions();
      lines.push(`# ${step}`);
      continue;
    }
    const received = await Promise.all(readings.map((reading) => exchange(reading, step)));
    lines.push(...received.slice(0, 1).map((one) => curlLine(one, "http://host")));
    const shown = received.map((one, index) => `${readings[index]?.name}: ${readers[index]?.(one)}`);
    const said = shown.map((text) => text.replace(/^.*?: /, ""));
    // What follows may only differ because this did.
    if (said[0] !== said[1]) return [...lines.slice(-8), ...shown].join("\n");
  }
  return undefined;
}

const limits = { timeoutMs: 60_000 };

function referenceOf(host: Host): Reading {
  const { url: baseUrl, credentials } = host;
  const { token } = credentials;
  return { name: "reference", baseUrl, token, fetch, ...limits, endSessions: () => host.endSessions() };
}

function core(): Reading {
  const own = seedComputers().filter(({ ownerId }) => ownerId === ada.id) as unknown as readonly Computer[];
  const installing = new Set(own.filter(({ status }) => status === "provisioning").map(({ id }) => id));
  const service = createFakeService({
    token: "token",
    computers: own,
    looksPerStep: Number.POSITIVE_INFINITY,
  });
  return {
    ...{ name: "core", baseUrl: "http://fake.invalid", token: "token", fetch: service.fetch, ...limits },
    endSessions() {
      // The steps that were running at first belong to no session.
      const running = () =>
        service.computers().filter(({ id, status }) => status === "provisioning" && !installing.has(id));
      for (let left = running(); left.length > 0; left = running())
        for (const { id } of left) service.settleStep(id);
    },
  };
}

/** Creates a function that shows what the description states of a response: no words, and no IDs and times that a service chooses. */
function createReader(): (received: Exchange) => string {
  const chosen = new Map<unknown, string>();
  const numbered = (value: unknown) => {
    if (!chosen.has(value)) chosen.set(value, `value ${chosen.size}`);
    return chosen.get(value);
  };
  const plain = (key: string, value: unknown): unknown => {
    if (key === "startedAt" || key === "completedAt") return typeof value;
    if (key === "installSessionId") return numbered(value);
    // Either letter case is right.
    if (key === "hostId") return String(value).toLowerCase();
    return isObject(value) ? sorted(value) : value;
  };
  return ({ status, headers, json, sentBody = "" }) => {
    const allow = (headers.get("allow") ?? "").split(/, */).filter((method) => method !== "HEAD");
    // Of two conflicts, either may be told; the random bodies have the name first.
    const isOneConflict = status === 409 && !/"name".*"hostId"/.test(String(sentBody));
    const said = status < 400 ? json : problemIn(json, isOneConflict ? numbered : () => "");
    return `${status} ${allow.toSorted()} ${JSON.stringify(said, plain)}`;
  };
}

/** Returns the places that a problem names, and the kind of a conflict. */
function problemIn(json: unknown, kindOf: (type: unknown) => unknown): unknown {
  const { type, errors = [] } = (json ?? {}) as { type?: unknown; errors?: Record<string, string>[] };
  const places = errors.map(({ pointer, parameter }) => pointer ?? `?${parameter}`);
  return [kindOf(type), ...new Set(places.toSorted())];
}

function sorted(value: object): object {
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
