import { Agent } from "node:http";
import type { limitsBugs } from "../bugs/limits-bugs.ts";
import { bodyLimitBytes } from "../request-body.ts";
import { seedIds as ids } from "../seed-computers.ts";
import { type Api, type Probe, type Probes, pathOf } from "./api.ts";
import { statusIsNot } from "./expectations.ts";

/** Pads a valid update to a number of bytes with white space. */
const bodyOf = (bytes: number) => `${" ".repeat(bytes - 2)}{}`;

const gets = (status: number, bytes: number): Probe =>
  statusIsNot(status, (api) => api.send(ids.active, bodyOf(bytes)));

const sendChunked = (api: Api, content: string) =>
  api.call("PATCH", pathOf(ids.active), {
    content,
    isChunked: true,
    headers: { "Content-Type": "application/json", "Transfer-Encoding": "chunked" },
  });

const chunkedIsNot413 = statusIsNot(413, (api) => sendChunked(api, bodyOf(bodyLimitBytes + 5000)));

/** Fewer characters than the limit, but more bytes. */
const manyBytes = `{"name":"${"ü".repeat(40_000)}"}`;

export const limitsProbes: Probes<typeof limitsBugs> = {
  "body-limit-missing": gets(413, bodyLimitBytes + 1),
  "body-limit-of-16-kib": gets(200, 20_000),
  "body-limit-of-64-kb": gets(200, 65_000),
  "body-limit-of-100-kib": gets(413, bodyLimitBytes + 1),
  "body-limit-off-by-one": gets(413, bodyLimitBytes + 1),
  "full-body-refused": gets(200, bodyLimitBytes),
  "body-limit-in-characters": statusIsNot(413, (api) => api.send(ids.active, manyBytes)),
  "chunked-body-unlimited": chunkedIsNot413,
  "large-body-cut": chunkedIsNot413,
  "large-body-is-500": gets(413, bodyLimitBytes + 1),
  "large-body-is-400": gets(413, bodyLimitBytes + 1),
  "unread-body-garbles-connection": async (api) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await api.update(ids.active, { name: "renamed" }, { agent, authorization: null });
    const { status } = await api.get(ids.active, { agent });
    agent.destroy();
    return status !== 200;
  },
  "large-body-resets": gets(413, bodyLimitBytes + 1),
};
