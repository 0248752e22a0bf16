import { getEventListeners } from "node:events";
import { expect, onTestFinished, test, vi } from "vitest";
import {
  type Computer,
  ConnectionError,
  createClient,
  type StepProgress,
  type WaitOptions,
  waitUntilSettled,
} from "../src/index.ts";
import { computer, json, problem, startServer } from "./misbehaving-server.ts";
import { rejectionOf } from "./rejection-of.ts";
import { withEnoughTime } from "./with-enough-time.ts";

const quick: WaitOptions = { intervalMs: 2, deadlineMs: 120_000 };
const step = (id: string, status: string) => ({ id, status });

test.each(["active", "error"])("ends at %s, with the computer", async (status) => {
  const { baseUrl, received } = await startServer((response, _request, index) =>
    json(response, 200, { ...computer, status: index < 2 ? "provisioning" : status }),
  );
  const client = createClient({ baseUrl, token: "key" });
  expect(await waitUntilSettled(client, "cmp_1", quick)).toMatchObject({ id: "cmp_1", status });
  expect(received).toHaveLength(3);
});

test("reports each step that changed, with its previous state", async () => {
  const looks = [
    [step("a", "running"), step("b", "pending")],
    [step("a", "running"), step("b", "pending")],
    [step("a", "completed"), step("b", "running")],
    [step("a", "completed"), step("b", "completed")],
  ];
  const { baseUrl } = await startServer((response, _request, index) =>
    json(response, 200, {
      ...computer,
      provisioningSteps: looks[index],
      status: index < 3 ? "provisioning" : "active",
    }),
  );
  const seen: StepProgress[] = [];
  const client = createClient({ baseUrl, token: "key" });
  await waitUntilSettled(client, "cmp_1", { ...quick, onProgress: (progress) => seen.push(progress) });
  expect(seen.map((one) => `${one.step.id} ${one.previous?.status ?? "-"} > ${one.step.status}`)).toEqual([
    "a - > running",
    "b - > pending",
    "a running > completed",
    "b pending > running",
    "b running > completed",
  ]);
});

test.each([
  ["without ids", [{ name: "a" }, { name: "b" }]],
  ["with one id twice", [step("a", "running"), step("a", "pending")]],
])("steps %s are compared with themselves", async (_what, steps) => {
  const { baseUrl } = await startServer((response, _request, index) =>
    json(response, 200, {
      ...computer,
      provisioningSteps: steps,
      status: index < 6 ? "provisioning" : "active",
    }),
  );
  const seen: StepProgress[] = [];
  const client = createClient({ baseUrl, token: "key" });
  const onProgress = (progress: StepProgress) => seen.push(progress);
  await waitUntilSettled(client, "cmp_1", { ...quick, onProgress });
  expect(seen.map((one) => one.previous)).toEqual([undefined, undefined]);
});

test("keeps waiting after temporary errors, and respects Retry-After", async () => {
  const { baseUrl, received } = await startServer((response, _request, index) => {
    if (index === 0) return problem(response, 503, { "retry-after": "1" });
    if (index === 1) return response.destroy();
    if (index === 2) return problem(response, 429);
    if (index === 3) return undefined;
    return json(response, 200, { ...computer, status: "active" });
  });
  // Only the fourth request waits for it; the others take far less even on a busy machine.
  const client = createClient({ baseUrl, token: "key", maxRetries: 0, timeoutMs: 3_000 });
  expect(await waitUntilSettled(client, "cmp_1", quick)).toMatchObject({ status: "active" });
  expect((received[1]?.at ?? 0) - (received[0]?.at ?? 0)).toBeGreaterThan(950);
});

test.each([408, 425, 429, 500, 502, 503, 504, 505, 507, 520, 522, 524, 530, 599])(
  "keeps waiting after %i",
  async (status) => {
    const { baseUrl } = await startServer((response, _request, index) =>
      index === 0 ? problem(response, status) : json(response, 200, { ...computer, status: "active" }),
    );
    const client = createClient({ baseUrl, token: "key", maxRetries: 0 });
    expect(await waitUntilSettled(client, "cmp_1", quick)).toMatchObject({ status: "active" });
  },
);

test("keeps waiting while the status is unknown, with pauses that grow", async () => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0);
  onTestFinished(() => void [vi.useRealTimers(), vi.restoreAllMocks()]);
  const polledAt: number[] = [];
  const fetch = async () => {
    polledAt.push(performance.now());
    return Response.json({ ...computer, status: polledAt.length < 4 ? "hibernating" : "active" });
  };
  const client = createClient({ baseUrl: "http://a", token: "key", fetch });
  const wait = waitUntilSettled(client, "cmp_1");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await wait).toMatchObject({ status: "active" });
  const pauses = polledAt.slice(1).map((at, index) => Math.round(at - (polledAt[index] ?? 0)));
  expect(pauses).toEqual([1_000, 1_500, 2_250]);
});

test("keeps waiting after a token function that fails", async () => {
  let asked = 0;
  const token = () => {
    if (asked++ === 0) throw new Error("the identity provider is down");
    return "key";
  };
  const { baseUrl } = await startServer((response) => json(response, 200, { ...computer, status: "active" }));
  const wait = waitUntilSettled(createClient({ baseUrl, token }), "cmp_1", quick);
  expect(await wait).toMatchObject({ status: "active" });
});

test("keeps waiting after a success that cannot be read, until there is a second one in a row", async () => {
  const answers = ["<html>", "pending", "<html>", "broken", "<html>", "<html>"];
  const { baseUrl, received } = await startServer((response, _request, index) => {
    const answer = answers[index] ?? "";
    if (answer === "broken") return problem(response, 503);
    return answer === "pending" ? json(response, 200, computer) : response.end(answer);
  });
  const client = createClient({ baseUrl, token: "key", maxRetries: 0 });
  const error = await rejectionOf(waitUntilSettled(client, "cmp_1", quick));
  expect(error).toMatchObject({ name: "InvalidResponseError", body: "<html>" });
  expect(received).toHaveLength(6);
});

test.each([0, -1, Number.NEGATIVE_INFINITY])(
  "a deadline of %d has passed: nothing is sent",
  async (deadlineMs) => {
    const { baseUrl, received } = await startServer((response) => json(response, 200, computer));
    const wait = waitUntilSettled(createClient({ baseUrl, token: "key" }), "cmp_1", { deadlineMs });
    expect(await rejectionOf(wait)).toMatchObject({ name: "TimeoutError", timeoutMs: deadlineMs });
    expect(received).toHaveLength(0);
  },
);

test.each([302, 401, 404, 501])("a permanent error (%i) rejects immediately", async (status) => {
  const { baseUrl, received } = await startServer((response) => problem(response, status));
  const error = await rejectionOf(waitUntilSettled(createClient({ baseUrl, token: "key" }), "cmp_1", quick));
  expect(error).toMatchObject({ status });
  expect(received).toHaveLength(1);
});

test("the deadline rejects with a TimeoutError that names the last error as its cause", async () => {
  const { baseUrl } = await startServer((response) => problem(response, 503));
  const client = createClient({ baseUrl, token: "key", maxRetries: 0 });
  const { error, deadlineMs } = await withEnoughTime(async (deadlineMs) => {
    const error = await rejectionOf(waitUntilSettled(client, "cmp_1", { intervalMs: 5, deadlineMs }));
    return { error, deadlineMs, happened: error.cause !== undefined };
  });
  expect(error).toMatchObject({ name: "TimeoutError", timeoutMs: deadlineMs, cause: { status: 503 } });
});

test.each([
  ["3600", 1_800_000],
  ["30", 20_000],
])(
  "a Retry-After of %s s, which a deadline of %i ms does not reach, ends the wait immediately with its error",
  async (retryAfter, deadlineMs) => {
    const { baseUrl, received } = await startServer((response) =>
      problem(response, 429, { "retry-after": retryAfter }),
    );
    const wait = waitUntilSettled(createClient({ baseUrl, token: "key" }), "cmp_1", { deadlineMs });
    expect(await rejectionOf(wait)).toMatchObject({
      name: "RateLimitError",
      retryAfterMs: Number(retryAfter) * 1_000,
    });
    expect(received).toHaveLength(1);
  },
);

test.each(["get", "waitUntilSettled"] as const)(
  "%s without a limit respects a Retry-After of 30 days, longer than a timer of the platform",
  async (method) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const dayMs = 86_400_000;
    let sent = 0;
    const fetch = async () =>
      sent++ === 0
        ? new Response("", { status: 503, headers: { "retry-after": "2592000" } })
        : Response.json({ ...computer, status: "active" });
    const limits = { deadlineMs: Infinity, maxRetryAfterMs: method === "get" ? Infinity : 0 };
    const client = createClient({ baseUrl: "http://a", token: "key", fetch, ...limits });
    const call =
      method === "get" ? client.computers.get("cmp_1", limits) : waitUntilSettled(client, "cmp_1", limits);
    await vi.advanceTimersByTimeAsync(30 * dayMs - 1);
    expect(sent).toBe(1);
    // With its random part.
    await vi.advanceTimersByTimeAsync(8 * dayMs);
    expect(sent).toBe(2);
    expect(await call).toMatchObject({ status: "active" });
  },
);

test("polls once more where Retry-After ends shortly before the deadline, whatever the random part of the pause", async () => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.999);
  onTestFinished(() => void [vi.useRealTimers(), vi.restoreAllMocks()]);
  const responses = [
    new Response("", { status: 503, headers: { "retry-after": "1000" } }),
    Response.json({ ...computer, status: "active" }),
  ];
  const fetch = async () => responses.shift() ?? Response.error();
  const client = createClient({ baseUrl: "http://a", token: "key", fetch });
  const wait = waitUntilSettled(client, "cmp_1", { deadlineMs: 1_100_000 });
  wait.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(1_100_000);
  expect(await wait).toMatchObject({ status: "active" });
});

test("a poll keeps the deadline of the client's calls", async () => {
  const { baseUrl, received } = await startServer(
    (response, _request, index) => index > 0 && json(response, 200, { ...computer, status: "active" }),
  );
  // Only the first request waits for it.
  const options = { baseUrl, token: "key", deadlineMs: 3_000 };
  const client = createClient(options);
  expect(await waitUntilSettled(client, "cmp_1", quick)).toMatchObject({ status: "active" });
  expect(received.length).toBeGreaterThan(1);
});

test("an abort in a pause rejects with its reason and leaves no listener", async () => {
  const controller = new AbortController();
  const { baseUrl, received } = await startServer((response) => {
    json(response, 200, { ...computer, status: "provisioning" });
    response.on("close", () => setTimeout(() => controller.abort("enough"), 50));
  });
  const client = createClient({ baseUrl, token: "key" });
  const { signal } = controller;
  expect(await rejectionOf(waitUntilSettled(client, "cmp_1", { intervalMs: 60_000, signal }))).toBe("enough");
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
  expect(received).toHaveLength(1);
});

const ownError = new ConnectionError("of the caller's own");

test.each([
  [
    "throws",
    () => {
      throw ownError;
    },
  ],
  ["rejects", () => Promise.reject(ownError)],
])("an onProgress that %s ends the wait with its error", async (_how, onProgress) => {
  const { baseUrl, received } = await startServer((response) =>
    json(response, 200, { ...computer, provisioningSteps: [step("a", "x")] }),
  );
  const client = createClient({ baseUrl, token: "key" });
  const error = await rejectionOf(waitUntilSettled(client, "cmp_1", { ...quick, onProgress }));
  expect(error).toBe(ownError);
  expect(received).toHaveLength(1);
});

test("an onProgress is awaited before the next one, and within the deadline", async () => {
  const steps = [step("a", "x"), step("b", "x")];
  const { baseUrl } = await startServer((response) =>
    json(response, 200, { ...computer, provisioningSteps: steps }),
  );
  let seen: string[] = [];
  const onProgress = async ({ step: { id } }: StepProgress) => {
    seen.push(`${id} begins`);
    await new Promise(setImmediate);
    seen.push(`${id} ends`);
    if (id === "b") await new Promise(() => {});
  };
  const client = createClient({ baseUrl, token: "key" });
  const { error, deadlineMs } = await withEnoughTime(async (deadlineMs) => {
    seen = [];
    const error = await rejectionOf(waitUntilSettled(client, "cmp_1", { onProgress, deadlineMs }));
    return { error, deadlineMs, happened: seen.length > 3 };
  });
  expect(error).toMatchObject({ name: "TimeoutError", timeoutMs: deadlineMs });
  expect(seen).toEqual(["a begins", "a ends", "b begins", "b ends"]);
});

test.each([null, "none", [null], [5]])("keeps waiting if the steps are %j", async (provisioningSteps) => {
  const { baseUrl } = await startServer((response, _request, index) =>
    json(response, 200, { ...computer, provisioningSteps, status: index < 2 ? "provisioning" : "active" }),
  );
  const wait = waitUntilSettled(createClient({ baseUrl, token: "key" }), "cmp_1", quick);
  expect(await wait).toMatchObject({ status: "active" });
});

test("a state from before the write that a wait follows does not end it", async () => {
  const at = (startedAt: number, status: string) =>
    ({
      ...computer,
      status,
      provisioningSteps: [{ ...step("install-deps", "failed"), startedAt }],
    }) as Computer;
  const looks = [at(1, "error"), at(2, "provisioning"), at(3, "error")];
  const { baseUrl, received } = await startServer((response, _request, index) =>
    json(response, 200, looks[index]),
  );
  const client = createClient({ baseUrl, token: "key" });
  const since = at(2, "provisioning");
  expect(await waitUntilSettled(client, "cmp_1", { ...quick, since })).toEqual(looks[2]);
  expect(received).toHaveLength(3);
});

test("withResponse gives the response of the last poll", async () => {
  const { baseUrl, received } = await startServer((response, _request, index) =>
    json(response, 200, { ...computer, status: index < 2 ? "provisioning" : "active" }),
  );
  const wait = waitUntilSettled(createClient({ baseUrl, token: "key" }), "cmp_1", quick).withResponse();
  expect(await wait).toMatchObject({ data: { status: "active" }, requestId: "req-1", attempts: 1 });
  expect(received).toHaveLength(3);
});

test("polls with a replaced get", async () => {
  const client = createClient({ baseUrl: "http://a", token: "key" });
  const look = vi
    .spyOn(client.computers, "get")
    .mockResolvedValue({ ...computer, status: "error" } as Computer);
  expect(await waitUntilSettled(client, "cmp_1", quick)).toMatchObject({ status: "error" });
  expect(look).toHaveBeenCalledOnce();
});
