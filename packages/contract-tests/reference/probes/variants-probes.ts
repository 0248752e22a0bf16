import { Agent } from "node:http";
import { seedIds as ids } from "../seed-computers.ts";
import type { VariantId } from "../variants.ts";
import { type Api, type Probe, pathOf } from "./api.ts";
import { freeHost, headerNames, idsOf, installDepsOf, statusIsNot } from "./expectations.ts";

const anonymous = { authorization: null };

/** Detects a response to get that satisfies a predicate. */
const read = (isOther: (received: Awaited<ReturnType<Api["get"]>>) => boolean): Probe => {
  return async (api) => isOther(await api.get(ids.active));
};

const listLengthIsNot = (count: number): Probe => {
  return async (api) => idsOf(await api.list()).length !== count;
};

const seesStatus = (status: number, send: Parameters<typeof statusIsNot>[1]): Probe => {
  return async (api) => (await send(api)).status === status;
};

const largeBody = " ".repeat(70_000);
const json = { "Content-Type": "application/json" };

/** A probe for each variant: resolves to true if the implementation has it. */
export const variantProbes: Readonly<Record<VariantId, Probe>> = {
  "charset-on-json": read(({ headers }) => String(headers["content-type"]).includes("charset")),
  gzip: async (api) => {
    const { headers } = await api.get(ids.active, { headers: { "Accept-Encoding": "gzip" } });
    return headers["content-encoding"] === "gzip";
  },
  "chunked-bodies": read(({ headers }) => headers["transfer-encoding"] === "chunked"),
  "connections-closed": async (api) => {
    const agent = new Agent({ keepAlive: true });
    const { headers } = await api.get(ids.active, { agent });
    agent.destroy();
    return headers.connection === "close";
  },
  "lower-case-headers": read(({ rawHeaders }) => rawHeaders.includes("x-request-id")),
  "extra-headers": read((received) => headerNames(received).includes("strict-transport-security")),
  etags: read((received) => headerNames(received).includes("etag")),
  "slow-responses": async (api) => {
    for (let count = 0; count < 20; count += 1) {
      const start = performance.now();
      await api.get(ids.active);
      if (performance.now() - start < 15) return false;
    }
    return true;
  },
  "short-request-ids": read(({ headers }) => String(headers["x-request-id"]).length < 20),
  "indented-json": read(({ text }) => text.includes("\n  ")),
  "ascii-json": async (api) => (await api.update(ids.active, { name: "über" })).text.includes("\\u00fc"),
  "keys-in-other-order": read(({ text }) => text.startsWith('{"provisioningSteps"')),
  "options-in-allow": async (api) =>
    String((await api.call("DELETE", "/api/v0/computers")).headers.allow).includes("OPTIONS"),
  "extra-fields": read(({ body }) => "labels" in body),
  "few-fields": read(({ body }) => body.hostname === undefined),
  "fractional-times": read(({ body }) => !Number.isInteger(body.createdAt)),
  "whole-second-times": async (api) => {
    const times = await Promise.all(
      [ids.active, ids.byom, ids.template].map(
        async (id) => installDepsOf((await api.retry(id)).body)?.startedAt,
      ),
    );
    return times.every((time) => Number(time) % 1000 === 0);
  },
  "host-in-upper-case": read(({ body }) => body.hostId === String(body.hostId).toUpperCase()),
  "host-kept-as-sent": async (api) => {
    const { body } = await api.update(ids.template, { hostId: freeHost.toUpperCase() });
    return body.hostId === freeHost.toUpperCase();
  },
  "unknown-source-kinds": read(({ body }) => body.computerSource?.kind === "marketplace"),
  "source-without-kind": read(({ body }) => JSON.stringify(body.computerSource) === "{}"),
  "unknown-owner-kinds": read(({ body }) => body.ownerPrincipalKind === "team"),
  "other-step-words": read(({ body }) => installDepsOf(body)?.status === "succeeded"),
  "numbered-sessions": async (api) =>
    /^\d+$/.test(String(installDepsOf((await api.retry(ids.active)).body)?.installSessionId)),
  "sessions-end-at-once": async (api) => {
    await api.retry(ids.active);
    return (await api.settled(ids.active, 200)).status === "active";
  },
  "slow-sessions": async (api) => {
    await api.retry(ids.active);
    return (await api.settled(ids.active, 1500)).status === "provisioning";
  },
  "sessions-fail": async (api) => {
    await api.retry(ids.active);
    return (await api.settled(ids.active)).status === "error";
  },
  "other-problem-words": async (api) => String((await api.get("cmp_missing")).body.type).startsWith("https:"),
  "challenge-parameters": async (api) =>
    String((await api.list("", anonymous)).headers["www-authenticate"]).includes("realm"),
  "malformed-encoding-is-400": statusIsNot(404, (api) => api.call("GET", "/api/v0/computers/%zz")),
  "large-body-before-credentials": statusIsNot(401, (api) =>
    api.call("PATCH", pathOf(ids.active), { ...anonymous, content: largeBody, headers: json }),
  ),
  "size-before-media-type": statusIsNot(415, (api) => api.send(ids.active, largeBody, "text/plain")),
  "credentials-before-path": statusIsNot(404, (api) => api.call("GET", "/nowhere", anonymous)),
  "query-before-credentials": statusIsNot(401, (api) => api.list("?hostId=x", anonymous)),
  "record-before-body": statusIsNot(400, (api) => api.update("cmp_missing", { name: 1 })),
  "host-conflict-first": async (api) => {
    const { body } = await api.update(ids.active, { name: "workshop-mac", hostId: freeHost });
    return body.type === "/problems/host-already-set";
  },
  "empty-body-is-415": statusIsNot(400, (api) => api.call("PATCH", pathOf(ids.active))),
  "retry-body-refused": statusIsNot(202, (api) => api.retry(ids.active, { content: "{}", headers: json })),
  "repeated-names-refused": statusIsNot(200, (api) => api.send(ids.active, '{"name":"a","name":"b"}')),
  "byte-order-mark-accepted": statusIsNot(400, (api) => api.send(ids.active, "\ufeff{}")),
  "lone-surrogates-kept": statusIsNot(400, (api) => api.send(ids.active, '{"name":"\\ud800"}')),
  "rate-limited": async (api) => {
    const received = await Promise.all(Array.from({ length: 90 }, () => api.list()));
    return received.some(({ status }) => status === 429);
  },
  "sometimes-unavailable": async (api) => {
    const received = await Promise.all(Array.from({ length: 9 }, () => api.list()));
    return received.some(({ status }) => status === 503);
  },
  "no-computers": listLengthIsNot(12),
  "no-foreign-computers": (api) => listLengthIsNot(3)(api.foreign),
  "one-computer": listLengthIsNot(12),
  "active-computers-alone": listLengthIsNot(12),
  "no-hosts": read(({ body }) => body.hostId === undefined),
  "same-creation-time": async (api) =>
    new Set((await api.list()).body.computers.map(({ createdAt }) => createdAt)).size === 1,
  "ids-need-encoding": async (api) => idsOf(await api.list()).every((id) => id.includes("%")),
  "bare-byom": seesStatus(409, (api) => api.retry(ids.byom)),
};
