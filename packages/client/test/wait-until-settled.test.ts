import { getEventListeners } from "node:events";
import { expect, onTestFinished, test, vi } from "vitest";
import {
  type Computer,
  ConnectionError,
  type StepProgress,
  type WaitOptions,
  waitUntilSettled,
} from "../src/index.ts";
import { type Answer, clientOf, computer, json, reply, startClient } from "./misbehaving-server.ts";
import { rejectionOf } from "./rejection-of.ts";
import { withEnoughTime } from "./with-enough-time.ts";

const quick: WaitOptions = { intervalMs: 2, deadlineMs: 120_000 };
const step = (id: string, status: string) => ({ id, status });

/** A computer in a state. */
const look =
  (state: object): Answer =>
  (response) =>
    json(response, 200, { ...computer, ...state });
const provisioning = look({ status: "provisioning" });
const active = look({ status: "active" });

/** Uses timers that the test advances, and a fixed random part of each pause. */
function useFakeTimers(random: number): void {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(random);
  onTestFinished(() => void [vi.useRealTimers(), vi.restoreAllMocks()]);
}

test.each(["active", "error"])("ends at %s, with the computer and the last response", async (status) => {
  const { client, received } = await startClient(reply.inTurn(provisioning, provisioning, look({ status })));
  const wait = waitUntilSettled(client, "cmp_1", quick);
  expect(await wait).toMatchObject({ id: "cmp_1", status });
  expect(await wait.withResponse()).toMatchObject({ data: { status }, requestId: "req-1", attempts: 1 });
  expect(received).toHaveLength(3);
});

test.each<[string, object[][], string[]]>([
  [
    "each step that changed, with its previous state",
    [
      [step("a", "running"), step("b", "pending")],
      [step("a", "running"), step("b", "pending")],
      [step("a", "completed"), step("b", "running")],
      [step("a", "completed"), step("b", "completed")],
    ],
    [
      "a - > running",
      "b - > pending",
      "a running > completed",
      "b pending > running",
      "b running > completed",
    ],
  ],
  [
    "steps without IDs once",
    Array(4).fill([{ status: "x" }, { status: "y" }]),
    ["undefined - > x", "undefined - > y"],
  ],
  ["steps that share an ID once", Array(4).fill([step("a", "x"), step("a", "y")]), ["a - > x", "a - > y"]],
])("reports %s", async (_what, looks, expected) => {
  const answers = looks.map((provisioningSteps) => look({ provisioningSteps, status: "provisioning" }));
  const { client } = await startClient(
    reply.inTurn(...answers, look({ provisioningSteps: looks.at(-1), status: "active" })),
  );
  const seen: string[] = [];
  const onProgress = ({ step, previous }: StepProgress) =>
    seen.push(`${step.id} ${previous?.status ?? "-"} > ${step.status}`);
  await waitUntilSettled(client, "cmp_1", { ...quick, onProgress });
  expect(seen).toEqual(expected);
});

test("keeps waiting after temporary errors, with the client's deadline for each poll", async () => {
  const answer = reply.inTurn(reply.failing(503), reply.broken, reply.failing(429), reply.hanging, active);
  // Only the fourth request reaches it; the others take far less even on a busy machine.
  const { client } = await startClient(answer, { maxRetries: 0, deadlineMs: 3_000 });
  expect(await waitUntilSettled(client, "cmp_1", quick)).toMatchObject({ status: "active" });
});

const temporary = [408, 425, 429, 500, 502, 503, 504, 505, 507, 520, 522, 524, 530, 599];

test("keeps waiting after temporary statuses, a failed token, an unknown status and malformed steps", async () => {
  const token = vi
    .fn(() => "key")
    .mockImplementationOnce(() => {
      throw new Error("the identity provider is down");
    });
  const states = [null, "none", [null], [5]].map((provisioningSteps) => ({ provisioningSteps }));
  const looks = [...states, { status: "hibernating" }].map(look);
  const answer = reply.inTurn(...temporary.map((status) => reply.failing(status)), ...looks, active);
  const { client, received } = await startClient(answer, { token });
  expect(await waitUntilSettled(client, "cmp_1", quick)).toMatchObject({ status: "active" });
  expect(received).toHaveLength(temporary.length + looks.length + 1);
});

const growing = [1_000, 1_500, 2_250, 3_375, 5_062.5, 7_593.75, 10_000, 10_000];
const isWaiting = { status: "provisioning" };
const changed = { ...isWaiting, provisioningSteps: [step("a", "running")] };
const busy = (retryAfter: string) => ({ status: 503, headers: { "retry-after": retryAfter } });

test.each<[what: string, random: number, options: WaitOptions, looks: object[], pauses: number[]]>([
  ["grow while nothing changes", 0, {}, Array(8).fill(isWaiting), growing],
  ["are up to a quarter longer", 0.5, {}, Array(8).fill(isWaiting), growing.map((ms) => ms * 1.125)],
  ["grow from the interval", 0, { intervalMs: 4_000 }, Array(8).fill(isWaiting), growing.map((ms) => ms * 4)],
  [
    "are short again after a change",
    0,
    {},
    [isWaiting, isWaiting, changed, changed],
    [1_000, 1_500, 1_000, 1_500],
  ],
  ["are not shorter than Retry-After", 0, {}, [busy("1.2"), busy("1.2"), isWaiting], [1_200, 1_500, 2_250]],
  [
    "end before the deadline, despite their random part",
    0.999,
    { deadlineMs: 1_100 },
    [isWaiting],
    [1_000 + 0.999 * 50],
  ],
])("pauses %s", async (_what, random, options, looks, pauses) => {
  useFakeTimers(random);
  const polledAt: number[] = [];
  const client = clientOf(async () => {
    const look = looks[polledAt.length];
    polledAt.push(performance.now());
    if (look && "headers" in look) return new Response("", look as ResponseInit);
    return Response.json({ ...computer, ...(look ?? { status: "active" }) });
  });
  const wait = waitUntilSettled(client, "cmp_1", options);
  await vi.advanceTimersByTimeAsync(300_000);
  expect(await wait).toMatchObject({ status: "active" });
  const seen = polledAt.slice(1).map((at, index) => at - (polledAt[index] ?? 0));
  // A timer fires at whole milliseconds, of a clock that tests move.
  expect(seen).toEqual(pauses.map((ms) => expect.closeTo(ms, -1)));
});

test("keeps waiting after a success that cannot be read, unless there are two in a row", async () => {
  const html: Answer = (response) => response.end("<html>");
  const { client, received } = await startClient(
    reply.inTurn(html, reply.found, html, reply.failing(503), html, html),
  );
  const error = await rejectionOf(waitUntilSettled(client, "cmp_1", quick));
  expect(error).toMatchObject({ name: "InvalidResponseError", body: "<html>" });
  expect(received).toHaveLength(6);
});

test.each([0, -1, Number.NEGATIVE_INFINITY])(
  "a deadline of %d has passed: nothing is sent",
  async (deadlineMs) => {
    const { client, received } = await startClient(reply.found);
    const error = await rejectionOf(waitUntilSettled(client, "cmp_1", { deadlineMs }));
    expect(error).toMatchObject({ name: "TimeoutError", timeoutMs: deadlineMs });
    expect(received).toHaveLength(0);
  },
);

test.each([302, 401, 404, 501])("a permanent error (%i) rejects immediately", async (status) => {
  const { client, received } = await startClient(reply.failing(status));
  expect(await rejectionOf(waitUntilSettled(client, "cmp_1", quick))).toMatchObject({ status });
  expect(received).toHaveLength(1);
});

test("onPollError hears each failed poll, and changes nothing", async () => {
  const { client } = await startClient(
    reply.inTurn(reply.failing(503), reply.found, reply.failing(429), reply.failing(502), reply.failing(404)),
  );
  const heard: unknown[] = [];
  const onPollError = (error: unknown) => {
    heard.push((error as { status: number }).status);
    if (heard.length === 1) throw new Error("from the observer");
    return Promise.reject(new Error("from the observer"));
  };
  const error = await rejectionOf(waitUntilSettled(client, "cmp_1", { ...quick, onPollError }));
  expect(error).toMatchObject({ name: "NotFoundError" });
  expect(heard).toEqual([503, 429, 502, 404]);
});

test("an abort of a poll is no failed poll", async () => {
  const controller = new AbortController();
  const { client } = await startClient(() => controller.abort("enough"));
  const heard: unknown[] = [];
  const { signal } = controller;
  const options = { ...quick, signal, onPollError: (error: unknown) => heard.push(error) };
  expect(await rejectionOf(waitUntilSettled(client, "cmp_1", options))).toBe("enough");
  // The poll ends after the wait.
  await new Promise(setImmediate);
  expect(heard).toEqual([]);
});

test("the deadline rejects with a TimeoutError that names the last error as its cause", async () => {
  const { client } = await startClient(reply.failing(503));
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
    const { client, received } = await startClient(reply.failing(429, { "retry-after": retryAfter }));
    const error = await rejectionOf(waitUntilSettled(client, "cmp_1", { deadlineMs }));
    expect(error).toMatchObject({ name: "RateLimitError", retryAfterMs: Number(retryAfter) * 1_000 });
    expect(received).toHaveLength(1);
  },
);

const dayMs = 86_400_000;

test.each([
  ["a call without a limit", 0, true, Infinity],
  ["a wait without a limit", 0, false, Infinity],
  ["a wait whose deadline comes shortly after it, despite the random part,", 0.999, false, 31 * dayMs],
])(
  "%s respects a Retry-After longer than a timer of the platform",
  async (_what, random, isCall, deadlineMs) => {
    useFakeTimers(random);
    let sent = 0;
    const client = clientOf(async () =>
      sent++ === 0
        ? new Response("", { status: 503, headers: { "retry-after": `${(30 * dayMs) / 1_000}` } })
        : Response.json({ ...computer, status: "active" }),
    );
    const call = isCall
      ? client.computers.get("cmp_1", { maxRetryAfterMs: Infinity })
      : waitUntilSettled(client, "cmp_1", { deadlineMs });
    // It is awaited only later.
    call.catch(() => {});
    await vi.advanceTimersByTimeAsync(30 * dayMs - 1);
    expect(sent).toBe(1);
    await vi.advanceTimersByTimeAsync(dayMs + 1);
    expect(await call).toMatchObject({ status: "active" });
  },
);

test("an abort in a pause rejects with its reason and leaves no listener", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const { client, received } = await startClient((response, ...rest) => {
    provisioning(response, ...rest);
    response.on("close", () => setTimeout(() => controller.abort("enough"), 50));
  });
  expect(await rejectionOf(waitUntilSettled(client, "cmp_1", { intervalMs: 60_000, signal }))).toBe("enough");
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
  expect(received).toHaveLength(1);
});

test("an onProgress that throws or rejects ends the wait with its error", async () => {
  const ownError = new ConnectionError("thrown by the caller");
  const throwing = () => {
    throw ownError;
  };
  const { client, received } = await startClient(look({ provisioningSteps: [step("a", "x")] }));
  for (const onProgress of [throwing, () => Promise.reject(ownError)]) {
    expect(await rejectionOf(waitUntilSettled(client, "cmp_1", { ...quick, onProgress }))).toBe(ownError);
  }
  expect(received).toHaveLength(2);
});

test("an onProgress is awaited before the next, within the deadline", async () => {
  const { client } = await startClient(look({ provisioningSteps: [step("a", "x"), step("b", "x")] }));
  let seen: string[] = [];
  const onProgress = async ({ step: { id } }: StepProgress) => {
    seen.push(`${id} begins`);
    await new Promise(setImmediate);
    seen.push(`${id} ends`);
    if (id === "b") await new Promise(() => {});
  };
  const { error, deadlineMs } = await withEnoughTime(async (deadlineMs) => {
    seen = [];
    const error = await rejectionOf(waitUntilSettled(client, "cmp_1", { onProgress, deadlineMs }));
    return { error, deadlineMs, happened: seen.length > 3 };
  });
  expect(error).toMatchObject({ name: "TimeoutError", timeoutMs: deadlineMs });
  expect(seen).toEqual(["a begins", "a ends", "b begins", "b ends"]);
});

/** A state whose last step has that start, or none. */
const startedAt = (startedAt: number | undefined, status: string) =>
  ({
    status,
    provisioningSteps: [step("configure", "completed"), { ...step("a", "x"), startedAt }],
  }) as object;

test.each<[what: string, since: number | undefined, looks: object[]]>([
  [
    "a state from before the write does not end the wait",
    2,
    [startedAt(1, "error"), startedAt(2, "provisioning"), startedAt(3, "error")],
  ],
  ["the state after the write ends it", 2, [startedAt(1, "error"), startedAt(2, "active")]],
  [
    "a state without `startedAt` is from before the write",
    2,
    [
      startedAt(undefined, "error"),
      { status: "active", provisioningSteps: null },
      { status: "active", provisioningSteps: [null] },
      startedAt(2, "active"),
    ],
  ],
  ["if the write's has no `startedAt`, the first settled state ends it", undefined, [startedAt(1, "error")]],
])("with `since`, %s", async (_what, since, looks) => {
  const { client, received } = await startClient(
    reply.inTurn(...looks.map(look), look({ status: "active" })),
  );
  const options = { ...quick, since: startedAt(since, "provisioning") as Computer };
  expect(await waitUntilSettled(client, "cmp_1", options)).toMatchObject(looks.at(-1) as object);
  expect(received).toHaveLength(looks.length);
});
