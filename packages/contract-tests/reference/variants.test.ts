import { once } from "node:events";
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { test } from "vitest";
import { seedIds as ids } from "./seed-computers.ts";
import { type Reference, startReference } from "./start-reference.ts";
import { type VariantId, variants } from "./variants.ts";

/** A parsed body; absent fields are `undefined` at run time. */
interface Body {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly type: string;
  readonly createdAt: number;
  readonly hostId: string;
  readonly hostname: string;
  readonly ownerPrincipalKind: string;
  readonly computerSource: Readonly<Record<string, unknown>>;
  readonly provisioningSteps: readonly Readonly<Record<string, unknown>>[];
  readonly computers: readonly Body[];
}

interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly text: string;
  readonly body: Body;
}

interface Options {
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly content?: string;
}

const json = { "Content-Type": "application/json" };
const largeBody = " ".repeat(70_000);
const freeHost = "c0ffee00-aaaa-4bbb-8ccc-0123456789ab";
const computers = "/api/v0/computers";
const active = `${computers}/${ids.active}`;

async function send(
  { port, credentials }: Reference,
  method: string,
  path: string,
  { token = credentials.token, headers = {}, content = "" }: Options = {},
): Promise<Received> {
  const authorization = token === null ? {} : { Authorization: `Bearer ${token}` };
  const all = { ...headers, ...authorization, "Content-Length": Buffer.byteLength(content) };
  // Without an agent that keeps connections, every request would ask to close its own.
  const agent = new Agent({ keepAlive: true });
  const outgoing = request({ port, method, path, agent, headers: all });
  outgoing.end(content);
  const [response] = (await once(outgoing, "response")) as [IncomingMessage];
  const received = await text(response);
  agent.destroy();
  const { statusCode: status = 0, headers: fields, rawHeaders } = response;
  const body = (/^\s*[{[]/.test(received) ? JSON.parse(received) : {}) as Body;
  return { status, headers: fields, rawHeaders, text: received, body };
}

const get = (reference: Reference, path = active, options?: Options) => send(reference, "GET", path, options);
const update = (reference: Reference, content: string, headers: Options["headers"] = json) =>
  send(reference, "PATCH", active, { content, headers });
const retry = (reference: Reference, id: string = ids.active, options?: Options) =>
  send(reference, "POST", `${computers}/${id}/install-deps`, options);
const installDepsOf = ({ body }: Received) => body.provisioningSteps.find(({ id }) => id === "install-deps");

type Probe = (reference: Reference) => Promise<boolean>;

/** Judges the record of an active computer. */
const record =
  (isOther: (received: Received) => boolean): Probe =>
  async (reference) =>
    isOther(await get(reference));

/** Judges a list. */
const list =
  (isOther: (computers: readonly Body[]) => boolean, token?: "otherToken"): Probe =>
  async (reference) => {
    const options = token === undefined ? {} : { token: reference.credentials[token] };
    return isOther((await get(reference, computers, options)).body.computers);
  };

const statusIsNot =
  (status: number, request: (reference: Reference) => Promise<Received>): Probe =>
  async (reference) =>
    (await request(reference)).status !== status;

/** Sends requests at once, and looks for a status. */
const meets =
  (status: number, count: number): Probe =>
  async (reference) => {
    const all = await Promise.all(Array.from({ length: count }, () => get(reference, computers)));
    return all.some((received) => received.status === status);
  };

/** Returns the status of a retried computer once it is no longer provisioning, or after some time. */
async function statusAfterRetry(reference: Reference, limitMs: number): Promise<string> {
  await retry(reference);
  const end = performance.now() + limitMs;
  for (;;) {
    const { status } = (await get(reference)).body;
    if (status !== "provisioning" || performance.now() > end) return status;
  }
}

/** Each variant, with whether an implementation has it. */
const probes: Readonly<Record<VariantId, Probe>> = {
  "charset-on-json": record(({ headers }) => String(headers["content-type"]).includes("charset")),
  gzip: async (reference) =>
    (await get(reference, active, { headers: { "Accept-Encoding": "gzip" } })).headers["content-encoding"] ===
    "gzip",
  "chunked-bodies": record(({ headers }) => headers["transfer-encoding"] === "chunked"),
  "connections-closed": record(({ headers }) => headers.connection === "close"),
  "lower-case-headers": record(({ rawHeaders }) => rawHeaders.includes("x-request-id")),
  "extra-headers": record(({ headers }) => headers["strict-transport-security"] !== undefined),
  "headers-of-each-request": record(({ headers }) => headers["server-timing"] !== undefined),
  etags: record(({ headers }) => headers.etag !== undefined),
  "slow-responses": async (reference) => {
    const startedAt = performance.now();
    for (let count = 0; count < 20; count += 1) await get(reference);
    return performance.now() - startedAt > 20 * 15;
  },
  "short-request-ids": record(({ headers }) => String(headers["x-request-id"]).length < 20),
  "indented-json": record((received) => received.text.includes("\n  ")),
  "ascii-json": async (reference) => (await update(reference, '{"name":"über"}')).text.includes("\\u00fc"),
  "keys-in-other-order": record((received) => received.text.startsWith('{"provisioningSteps"')),
  "options-is-501": async (reference) => (await send(reference, "OPTIONS", active)).status === 501,
  "missing-record-is-named": async (reference) =>
    (await get(reference, `${computers}/missing`)).text.includes("There is no missing at"),
  "jwt-with-lenient-base64": async (reference) =>
    (await get(reference, active, { token: `${reference.credentials.token}=` })).status === 200,
  "options-in-allow": async (reference) =>
    String((await send(reference, "DELETE", computers)).headers.allow).includes("OPTIONS"),
  "extra-fields": record(({ body }) => "labels" in body),
  "few-fields": record(({ body }) => body.hostname === undefined),
  "fields-that-count-reads": record(({ body }) => "reads" in body),
  "status-never-sent": record(({ body }) => !("status" in body)),
  "fractional-times": record(({ body }) => !Number.isInteger(body.createdAt)),
  "whole-second-times": async (reference) => {
    const all = await Promise.all([ids.active, ids.byom, ids.template].map((id) => retry(reference, id)));
    return all.every((received) => Number(installDepsOf(received)?.startedAt) % 1000 === 0);
  },
  "host-in-upper-case": record(({ body }) => body.hostId === body.hostId?.toUpperCase()),
  "host-kept-as-sent": async (reference) => {
    const content = JSON.stringify({ hostId: freeHost.toUpperCase() });
    const path = `${computers}/${ids.template}`;
    const { body } = await send(reference, "PATCH", path, { content, headers: json });
    return body.hostId === freeHost.toUpperCase();
  },
  "unknown-source-kinds": record(({ body }) => body.computerSource?.kind === "marketplace"),
  "source-without-kind": record(({ body }) => JSON.stringify(body.computerSource) === "{}"),
  "unknown-owner-kinds": record(({ body }) => body.ownerPrincipalKind === "team"),
  "other-step-words": record((received) => installDepsOf(received)?.status === "succeeded"),
  "numbered-sessions": async (reference) =>
    /^\d+$/.test(String(installDepsOf(await retry(reference))?.installSessionId)),
  "sessions-end-at-once": async (reference) => (await statusAfterRetry(reference, 200)) === "active",
  "slow-sessions": async (reference) => (await statusAfterRetry(reference, 1500)) === "provisioning",
  "sessions-fail": async (reference) => (await statusAfterRetry(reference, 1500)) === "error",
  "other-problem-words": async (reference) =>
    (await get(reference, `${computers}/missing`)).body.type.startsWith("https:"),
  "challenge-parameters": async (reference) =>
    String((await get(reference, active, { token: null })).headers["www-authenticate"]).includes("realm"),
  "scheme-case-matters": async (reference) => {
    const headers = { Authorization: `bearer ${reference.credentials.token}` };
    return (await get(reference, active, { token: null, headers })).status === 401;
  },
  "unknown-path-is-html": async (reference) =>
    (await get(reference, "/nowhere")).headers["content-type"] === "text/html",
  "odd-paths-refused-by-proxy": async (reference) =>
    (await get(reference, `${computers}/%zz`)).headers["content-type"] === "text/html",
  "malformed-encoding-is-400": statusIsNot(404, (reference) => get(reference, `${computers}/%zz`)),
  "large-body-before-credentials": statusIsNot(401, (reference) =>
    send(reference, "PATCH", active, { token: null, content: largeBody, headers: json }),
  ),
  "size-before-media-type": statusIsNot(415, (reference) =>
    update(reference, largeBody, { "Content-Type": "text/plain" }),
  ),
  "credentials-before-path": statusIsNot(404, (reference) => get(reference, "/nowhere", { token: null })),
  "query-before-credentials": statusIsNot(401, (reference) =>
    get(reference, `${computers}?hostId=x`, { token: null }),
  ),
  "record-before-body": statusIsNot(400, (reference) =>
    send(reference, "PATCH", `${computers}/missing`, { content: '{"name":1}', headers: json }),
  ),
  "host-conflict-first": async (reference) => {
    const { body } = await update(reference, JSON.stringify({ name: "workshop-mac", hostId: freeHost }));
    return body.type === "/problems/host-already-set";
  },
  "empty-body-is-415": statusIsNot(400, (reference) => update(reference, "", {})),
  "retry-body-refused": statusIsNot(202, (reference) =>
    retry(reference, ids.active, { content: "{}", headers: json }),
  ),
  "repeated-names-refused": statusIsNot(200, (reference) => update(reference, '{"name":"a","name":"b"}')),
  "byte-order-mark-accepted": statusIsNot(400, (reference) => update(reference, "\ufeff{}")),
  "lone-surrogates-kept": statusIsNot(400, (reference) => update(reference, '{"name":"\\ud800"}')),
  "limited-before-anything": meets(429, 7),
  "unavailable-before-anything": meets(503, 11),
  "rate-limited": meets(429, 90),
  "sometimes-unavailable": meets(503, 9),
  "long-names": record(({ body }) => body.name.length > 63),
  "one-empty-name": record(({ body }) => body.name === ""),
  "three-hundred-computers": list(({ length }) => length === 300),
  "three-thousand-computers": list(({ length }) => length === 3_000),
  "no-computers": list(({ length }) => length === 0),
  "no-foreign-computers": list(({ length }) => length === 0, "otherToken"),
  "one-computer": list(({ length }) => length === 1),
  "active-computers-alone": list((all) => all.every(({ status }) => status === "active")),
  "host-of-both-owners": list((all) => all.some(({ hostId = "" }) => /[A-F]/.test(hostId)), "otherToken"),
  "no-hosts": record(({ body }) => body.hostId === undefined),
  "same-creation-time": list((all) => new Set(all.map(({ createdAt }) => createdAt)).size === 1),
  "ids-are-numbers": list((all) => all.every(({ id }) => /^\d+$/.test(id))),
  "ids-need-encoding": list((all) => all.every(({ id }) => id.includes("%"))),
  "bare-byom": statusIsNot(202, (reference) => retry(reference, ids.byom)),
};

async function shows(id: VariantId, switchedOn: readonly VariantId[]): Promise<boolean> {
  const reference = await startReference({ variants: switchedOn, installMs: 400 });
  return probes[id](reference).finally(reference.close);
}

test.concurrent.for(variants)(
  "the variant $id shows itself, and only when it is on",
  async ({ id }, { expect }) => {
    expect(await shows(id, [id]), "with the variant").toBe(true);
    // The speed of this machine must not decide.
    if (id !== "slow-responses") expect(await shows(id, []), "without it").toBe(false);
  },
);
