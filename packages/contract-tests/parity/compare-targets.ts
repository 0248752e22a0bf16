import { isObject } from "@compute-host/openapi/model";
import type { Computer } from "@compute-host/types";
import { type Arbitrary, array, constantFrom, oneof, record, sample } from "fast-check";
import { checkResponse } from "../src/conformance/response-checks.ts";
import { curlLine } from "../src/describe/curl-line.ts";
import { type Exchange, exchange } from "../src/http/exchange.ts";
import type { ContractApi } from "../src/openapi/contract-api.ts";
import type { Target } from "../src/targets/target.ts";
import { sampleComputers } from "../test/targets/sample-computers.ts";
import { type RandomRequest, type RandomStep, randomSteps } from "./random-steps.ts";

/** A difference between two targets, or between one and the description, and the requests that led to it. */
export interface Difference {
  readonly message: string;
  readonly lines: readonly string[];
}

/** The options of a comparison. */
export interface ParityOptions {
  readonly api: ContractApi;
  readonly seed: number;
  readonly sequences: number;
  /** Starts the targets, which have the same computers. */
  readonly start: () => Promise<readonly Target[]>;
}

const sequencesPerStart = 100;
/** Longer than all steps of a computer take. */
const longEnoughMs = 3_600_000;
const computers = "/api/v0/computers";
const hostId = "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10";

/** Where targets differ, with the reason. Other than that, only times, request IDs and session IDs do. */
const knownDifferences: Readonly<Record<string, (sent: Exchange) => boolean>> = {
  "The base URL of the fake may have a path, which the fake does not know": ({ url }) =>
    url.startsWith("/base/"),
};

function mayDiffer(sent: Exchange): boolean {
  return Object.values(knownDifferences).some((isKnown) => isKnown(sent));
}

/** Sends the same random sequences of requests to several targets, and returns where their responses differ or break the description. */
export async function compareTargets(options: ParityOptions): Promise<readonly Difference[]> {
  const { api, seed, sequences, start } = options;
  const ids = [...sampleComputers(api).map(({ id }) => id), "cmp_missing"];
  const steps = oneof(
    { weight: 1, arbitrary: randomSteps(api, ids) },
    { weight: 2, arbitrary: oddSteps(api, ids) },
  );
  const all = sample(array(steps, { minLength: 1, maxLength: 12 }), { seed, numRuns: sequences });
  const differences: Difference[] = [];
  for (let first = 0; first < all.length; first += sequencesPerStart) {
    const targets = await start();
    const readers = targets.map(() => createReader());
    const lines: string[] = [];
    for (const step of all.slice(first, first + sequencesPerStart).flat()) {
      if ("passesMs" in step) {
        for (const target of targets) await settle(api, target);
        lines.push("# every session ends");
        continue;
      }
      const received = await Promise.all(targets.map((target) => exchange(target, step)));
      const [sent] = received as [Exchange, ...Exchange[]];
      lines.push(curlLine(sent, targets.at(-1)?.baseUrl ?? ""));
      const wrong = violationsOf(api, step, sent);
      if (wrong.length > 0) {
        differences.push({
          message: `${sent.method} ${sent.url}: ${wrong.join("; ")}`,
          lines: lines.slice(-10),
        });
        break;
      }
      const shown = received.map((one, index) => readers[index]?.(one));
      const other = shown.findIndex((one) => one !== shown[0]);
      if (other < 0 || mayDiffer(sent)) continue;
      const message = `${sent.method} ${sent.url}\n${targets[0]?.name}: ${shown[0]}\n${targets[other]?.name}: ${shown[other]}`;
      differences.push({ message, lines: lines.slice(-10) });
      // What follows may only differ because this did.
      break;
    }
    for (const target of targets) await target.close();
  }
  return differences;
}

/** What a response breaks; one of the other targets would differ from it. */
function violationsOf(api: ContractApi, { statuses }: RandomRequest, received: Exchange): string[] {
  if (statuses.length === 0) return [];
  const { status, url } = received;
  const expectation = {
    isServerErrorExpected: false,
    maxResponseMs: Number.POSITIVE_INFINITY,
    // The service shortens a long path in `instance`.
    writesOwnProblems: url.length < 1_000,
  };
  return [
    ...checkResponse(api, received, expectation).map(({ message }) => message),
    ...(statuses.includes(status) ? [] : [`the status is ${status}, not ${statuses.join(" or ")}`]),
  ];
}

/** Lets time pass until every session has ended: PostgreSQL ends one after the clock has moved. */
async function settle(api: ContractApi, target: Target): Promise<void> {
  for (;;) {
    await target.passTime(longEnoughMs);
    const { json } = await exchange(target, { operation: api.operation("listComputers") });
    const { computers } = json as { computers: Computer[] };
    if (computers.every(({ status }) => status !== "provisioning")) return;
  }
}

/** Requests that several checks refuse, so that their order shows, and paths in odd spellings. */
function oddSteps(api: ContractApi, ids: readonly string[]): Arbitrary<RandomStep> {
  const paths = constantFrom(
    ...[
      computers,
      `${computers}/`,
      `/${computers}`,
      `${computers}//`,
      `${computers}//install-deps`,
      `/base${computers}`,
      "/api/v0",
    ],
    ...ids.flatMap((id) => [`${computers}/${id}`, `${computers}/${id}/install-deps`, `${computers}/${id}/`]),
    ...["%zz", "%", "%2F", "%00", "%FF", "a%2Fb", "%20", "x;y=1", "*", "a/b", "x/install-deps/y"].map(
      (segment) => `${computers}/${segment}`,
    ),
    ...[`${computers}/%zz/install-deps`, `${computers}/%zz/x`, "/%zz", "/API/v0/computers", `${computers}x`],
  );
  const queries = constantFrom(
    ...[
      "",
      "",
      "",
      `hostId=${hostId}`,
      `hostId=${hostId}&hostId=${hostId}`,
      "hostId=x&includeProvisioningSteps=y",
    ],
    ...["includeProvisioningSteps=true", "includeProvisioningSteps=", "%zz", "hostId", "a=b&&=", "hostid=x"],
    ...[
      `hostId=${hostId.toUpperCase()}&includeProvisioningSteps=false`,
      "includeProvisioningSteps=y&hostId=x",
    ],
  );
  const authorizations = constantFrom(
    undefined,
    undefined,
    undefined,
    null,
    "Bearer nobody",
    "Basic eDp5",
    "Bearer",
  );
  const bodies = constantFrom<string | undefined>(
    ...[
      undefined,
      undefined,
      "",
      "{}",
      "{",
      "[]",
      "null",
      '{"name":"box"}',
      '{"name":"box","remoteUser":"ada"}',
    ],
    ...['{"nmae":1,"name":"","hostId":"x","remoteUser":null}', '{"remoteUser":7,"b":1,"a":2,"name":"ok"}'],
    ...[`{"hostId":"${hostId}"}`, `{"hostId":"${hostId.toUpperCase()}","name":""}`, '{"name":"a","name":""}'],
    ...['{"z":1,"hostId":1,"y":2,"name":"x","remoteUser":""}', `{"name":"${"x".repeat(70_000)}"}`, " {} "],
    ...[
      '{"name":"\\ud800"}',
      '{"name":"a\\u0000b"}',
      "\ufeff{}",
      `${" ".repeat(65_534)}{}`,
      `${" ".repeat(65_535)}{}`,
    ],
  );
  const types = constantFrom<string | null>(
    ...["application/json", "application/json", "application/json; charset=utf-8", "text/plain", null],
    ...["APPLICATION/JSON", "application/json;", "application/merge-patch+json", ""],
  );
  const methods = constantFrom("GET", "HEAD", "PATCH", "PATCH", "POST", "PUT", "DELETE", "OPTIONS");
  const operation = api.operation("listComputers");
  return record({
    path: paths,
    query: queries,
    value: authorizations,
    body: bodies,
    type: types,
    method: methods,
  }).map(({ path, query, value, body, type, method }) => ({
    ...{ operation, method, rawPath: path, rawQuery: query, statuses: [] },
    ...(value !== undefined && { authorization: { value, shown: value ?? "" } }),
    ...(body !== undefined && !["GET", "HEAD"].includes(method) && { rawBody: body, contentType: type }),
  }));
}

const comparedHeaders = ["content-type", "allow", "www-authenticate", "retry-after", "location"];

/** Creates a function that shows responses without what differs by itself: times, and IDs that the target chooses. */
function createReader(): (received: Exchange) => string {
  const sessions = new Map<string, string>();
  const plain = (key: string, value: unknown): unknown => {
    if (key === "requestId" || key === "startedAt" || key === "completedAt") return typeof value;
    if (key === "installSessionId") {
      const session = String(value);
      if (!sessions.has(session)) sessions.set(session, `session ${sessions.size}`);
      return sessions.get(session);
    }
    return isObject(value) ? sorted(value) : value;
  };
  return ({ status, headers, json, text }) => {
    const length = headers.has("content-length") ? "with" : "without";
    const fields = comparedHeaders.flatMap((name) =>
      headers.has(name) ? [`${name}: ${headers.get(name)}`] : [],
    );
    const body = json === undefined ? text : JSON.stringify(json, plain);
    return `${status} ${fields.join("; ")}; ${length} length; ${body}`;
  };
}

function sorted(value: object): object {
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
