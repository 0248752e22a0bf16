import { getEventListeners } from "node:events";
import { createClient } from "../../src/index.ts";
import { createClient as createClientByPath } from "../../src/openapi-fetch.ts";
import { computer, json, startServer } from "../misbehaving-server.ts";
import { describeEnding, describeError, endOf, type Probe } from "./probe.ts";
import { ours, oursByPath, type Subject } from "./subject.ts";

/** Reports the request that a client sends for an ID, or that it refuses it. */
async function sentFor(subject: Subject, computerId: string): Promise<string> {
  const { baseUrl, received } = await startServer((response) =>
    json(response, 200, { ...computer, computers: [] }),
  );
  const client = await subject.create({ baseUrl });
  const ending = await endOf((async () => client.get(computerId))());
  return received[0] ? `sends GET ${received[0].url}` : `nothing sent, ${describeEnding(ending)}`;
}

/** Reports how a client uses a base URL. */
async function baseUrlOutcome(subject: Subject, suffix: string): Promise<string> {
  const { baseUrl, received } = await startServer((response) => json(response, 200, computer));
  let client: Awaited<ReturnType<Subject["create"]>>;
  try {
    client = await subject.create({ baseUrl: baseUrl + suffix });
  } catch (error) {
    return `refused at construction, ${describeError(error)}`;
  }
  const ending = await endOf((async () => client.get("cmp_1"))());
  return received[0] ? `sends GET ${received[0].url}` : describeEnding(ending);
}

const sharedSignalProbe: Probe = {
  title: "One signal shared by 10,000 calls",
  expected: "leaves 0 listeners",
  async run(subject) {
    let answered = 0;
    // In memory: a server could not handle all the calls.
    const fetch = async () => {
      answered++;
      return Response.json(computer);
    };
    const client = await subject.create({ baseUrl: "http://service.example", fetch });
    const { signal } = new AbortController();
    let left = 0;
    for (let batch = 0; batch < 20; batch++) {
      await Promise.all(Array.from({ length: 500 }, () => client.get("cmp_1", { signal })));
      // After each batch: garbage collection may remove some of them before the last.
      left = Math.max(left, getEventListeners(signal, "abort").length);
    }
    if (answered !== 10_000) return `sent ${answered} requests`;
    return left === 0 ? "leaves 0 listeners" : "leaves listeners behind";
  },
};

const patchedFetchProbe: Probe = {
  title: "`fetch` patched after construction (MSW, instrumentation)",
  expected: "sees the new one",
  async run(subject) {
    const { baseUrl, received } = await startServer((response) => json(response, 200, computer));
    const client = await subject.create({ baseUrl });
    const original = globalThis.fetch;
    globalThis.fetch = async () => Response.json(computer);
    try {
      await client.get("cmp_1");
      return received.length === 0 ? "sees the new one" : "keeps the old one";
    } finally {
      globalThis.fetch = original;
    }
  },
};

/** How clients handle their callers' mistakes, and what they leave behind. */
export const callerProbes: readonly Probe[] = [
  ...(["..", "", undefined] as const).map(
    (id): Probe => ({
      title: `get(${id === undefined ? "undefined" : JSON.stringify(id)})`,
      expected: "nothing sent, InvalidArgumentError",
      run: (subject) => sentFor(subject, id as string),
    }),
  ),
  {
    title: "`baseUrl` with `//`",
    expected: "sends GET /base/api/v0/computers/cmp_1",
    run: (subject) => baseUrlOutcome(subject, "//base//"),
  },
  ...["?key=1", "/{computerId}"].map(
    (suffix): Probe => ({
      title: `\`baseUrl\` with \`${suffix}\``,
      expected: "refused at construction, InvalidArgumentError",
      run: (subject) => baseUrlOutcome(subject, suffix),
    }),
  ),
  {
    title: "An unknown status while waiting for a computer to settle",
    expected: "keeps waiting, with growing pauses",
    async run(subject) {
      if (subject !== ours && subject !== oursByPath) return "has no waiter";
      const { baseUrl, received } = await startServer((response, _request, index) =>
        json(response, 200, { ...computer, status: index < 6 ? "hibernating" : "active" }),
      );
      const create = subject === ours ? createClient : createClientByPath;
      const { computers } = create({ baseUrl, token: "key" });
      const settled = await computers.waitUntilSettled("cmp_1", { intervalMs: 30, deadlineMs: 120_000 });
      // The last of six pauses is at least 0.75 x 30 ms x 1.5^5, however busy the machine is; pauses that do not grow are 30 ms.
      const lastPause = (received.at(-1)?.at ?? 0) - (received.at(-2)?.at ?? 0);
      return settled.status === "active" && lastPause > 150 ? "keeps waiting, with growing pauses" : "spins";
    },
  },
  sharedSignalProbe,
  patchedFetchProbe,
];
