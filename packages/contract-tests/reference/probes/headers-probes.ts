import { Agent } from "node:http";
import type { headersBugs } from "../bugs/headers-bugs.ts";
import { seedIds as ids } from "../seed-computers.ts";
import { type Api, type Probe, type Probes, pathOf, type Received } from "./api.ts";
import { statusIsNot } from "./expectations.ts";

const requestIdOf = ({ headers }: Received) => headers["x-request-id"];
const lacksRequestId = (send: (api: Api) => Promise<Received>): Probe => {
  return async (api) => requestIdOf(await send(api)) === undefined;
};

const wrongMethod = (api: Api) => api.call("DELETE", pathOf(ids.active));
const allowedMethods = (received: Received) => String(received.headers.allow).split(/, */);

/** Detects a header of GET that HEAD lacks or changes. */
const headDiffers = (name: string): Probe => {
  return async (api) => {
    const [get, head] = await Promise.all([api.get(ids.active), api.head(ids.active)]);
    return get.headers[name] !== head.headers[name];
  };
};

const isNotJson: Probe = async (api) => {
  const { headers } = await api.get(ids.active);
  return !/^application\/json\b/.test(String(headers["content-type"]));
};

export const headersProbes: Probes<typeof headersBugs> = {
  "request-id-missing": lacksRequestId((api) => api.list()),
  "request-id-missing-on-success": lacksRequestId((api) => api.list()),
  "request-id-missing-on-401": lacksRequestId((api) => api.list("", { authorization: null })),
  "request-id-missing-on-unknown-path": lacksRequestId((api) => api.call("GET", "/nowhere")),
  "request-id-constant": async (api) => {
    const [first, second] = await Promise.all([api.list(), api.list()]);
    return requestIdOf(first) === requestIdOf(second);
  },
  "request-id-per-connection": async (api) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const first = await api.list("", { agent });
    const second = await api.list("", { agent });
    agent.destroy();
    return requestIdOf(first) === requestIdOf(second);
  },
  "allow-missing": async (api) => (await wrongMethod(api)).headers.allow === undefined,
  "allow-incomplete": async (api) => {
    const methods = allowedMethods(await wrongMethod(api));
    return !methods.includes("GET") || !methods.includes("PATCH");
  },
  "unknown-method-is-404": statusIsNot(405, wrongMethod),
  "unknown-method-is-501": statusIsNot(405, wrongMethod),
  "list-by-post": statusIsNot(405, (api) => api.call("POST", "/api/v0/computers")),
  "head-refused": statusIsNot(200, (api) => api.head(ids.active)),
  "head-always-200": statusIsNot(404, (api) => api.head("cmp_missing")),
  "head-is-204": statusIsNot(200, (api) => api.head(ids.active)),
  "head-with-body": async (api) => {
    const received = await api.raw(
      `HEAD ${pathOf(ids.active)} HTTP/1.1\r\nHost: reference\r\nConnection: close\r\n` +
        `Authorization: Bearer ${api.reference.credentials.token}\r\n\r\n`,
    );
    return !received.endsWith("\r\n\r\n");
  },
  "head-length-is-zero": headDiffers("content-length"),
  "head-lacks-content-type": headDiffers("content-type"),
  "head-lacks-request-id": lacksRequestId((api) => api.head(ids.active)),
  "content-type-missing": isNotJson,
  "content-type-is-text": isNotJson,
  "update-is-202": statusIsNot(200, (api) => api.update(ids.active, {})),
  "update-is-204": statusIsNot(200, (api) => api.update(ids.active, {})),
};
