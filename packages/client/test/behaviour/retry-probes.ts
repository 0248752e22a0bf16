import { expect, vi } from "vitest";
import { computer, json, problem, startServer } from "../misbehaving-server.ts";
import { describeEnding, describeError, endOf, type Probe } from "./probe.ts";
import type { Subject } from "./subject.ts";

async function countRequests(subject: Subject, headers: Record<string, string>): Promise<string> {
  const { baseUrl, received } = await startServer((response) => problem(response, 503, headers));
  const client = await subject.create({ baseUrl });
  const calls = [
    client.get("cmp_1"),
    client.update("cmp_1", { name: "x" }),
    client.retryInstallDeps("cmp_1"),
  ];
  await Promise.all(calls.map((call) => endOf(call)));
  const count = (method: string) =>
    `${method} ${received.filter((request) => request.method === method).length}`;
  return ["GET", "PATCH", "POST"].map(count).join(", ");
}

/** When clients retry a request, and what stops them. */
export const retryProbes: readonly Probe[] = [
  {
    title: "Requests sent on 503 without Retry-After",
    expected: "GET 3, PATCH 1, POST 1",
    run: (subject) => countRequests(subject, {}),
  },
  {
    title: "Requests sent on 503 with Retry-After (not processed, says the spec)",
    expected: "GET 3, PATCH 3, POST 3",
    run: (subject) => countRequests(subject, { "retry-after": "0" }),
  },
  {
    title: "Abort while waiting for `Retry-After: 60`",
    expected: "stops immediately, with the signal's reason",
    async run(subject) {
      const { baseUrl, received } = await startServer((response) =>
        problem(response, 503, { "retry-after": "60" }),
      );
      const client = await subject.create({ baseUrl });
      const controller = new AbortController();
      const call = client.get("cmp_1", { signal: controller.signal });
      await vi.waitFor(() => expect(received).toHaveLength(1), 60_000);
      const early = await endOf(call, 3_000);
      if (early.state !== "pending") return `does not wait: ${describeEnding(early)}`;
      const reason = new Error("no longer needed");
      controller.abort(reason);
      const ending = await endOf(call);
      if (ending.state !== "rejected" || received.length > 1) return "keeps waiting";
      return `stops immediately, with ${ending.error === reason ? "the signal's reason" : describeError(ending.error)}`;
    },
  },
  {
    title: "`Retry-After: 277403` (three days)",
    expected: "fails immediately, retryAfterMs 277403000",
    async run(subject) {
      const { baseUrl, received } = await startServer((response) =>
        problem(response, 429, { "retry-after": "277403" }),
      );
      const client = await subject.create({ baseUrl });
      const controller = new AbortController();
      const ending = await endOf(client.get("cmp_1", { signal: controller.signal }), 8_000);
      controller.abort();
      if (ending.state === "pending") return "waits for it";
      if (received.length > 1) return "ignores it and retries";
      const ms = ending.state === "rejected" && (ending.error as { retryAfterMs?: number }).retryAfterMs;
      return ms ? `fails immediately, retryAfterMs ${ms}` : `fails immediately: ${describeEnding(ending)}`;
    },
  },
  {
    title: "401 for 10 calls in flight whose token can be refreshed",
    expected: "1 refresh, 10 replays, all resolve",
    async run(subject) {
      let refreshes = 0;
      const { baseUrl, received } = await startServer((response, { headers }) =>
        headers.authorization === "Bearer fresh" ? json(response, 200, computer) : problem(response, 401),
      );
      const token = ({ refresh }: { refresh: boolean }) => {
        if (refresh) refreshes++;
        return refresh ? "fresh" : "stale";
      };
      const client = await subject.create({ baseUrl, token });
      const endings = await Promise.all(Array.from({ length: 10 }, () => endOf(client.get("cmp_1"))));
      if (refreshes === 0) return `no refresh: ${describeEnding(endings[0] as never)}`;
      const resolved = endings.filter(({ state }) => state === "resolved").length;
      return `${refreshes} refresh, ${received.length - 10} replays, ${resolved === 10 ? "all resolve" : `${resolved} resolve`}`;
    },
  },
];
