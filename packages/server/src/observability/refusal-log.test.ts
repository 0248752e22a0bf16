import { expect, test, vi } from "vitest";
import { silentLogger } from "./logger.ts";
import { createRefusalLog } from "./refusal-log.ts";

const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

test("each refused request has a line with its reason, but few in a short time", async () => {
  const warn = vi.fn();
  const logRefusal = createRefusalLog({ ...silentLogger, warn });
  for (let guess = 0; guess < 300; guess++)
    logRefusal({
      requestId: `r${guess}`,
      peer: "127.0.0.1",
      traceparent,
      explain: () => "the API key is unknown",
    });
  await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(10));
  expect(warn.mock.calls[9]).toEqual([
    { requestId: "r9", peer: "127.0.0.1", traceparent, reason: "the API key is unknown" },
    "credentials refused",
  ]);
});

test("a credential that cannot be checked again does not break the log", async () => {
  const warn = vi.fn();
  const explain = () => Promise.reject(new Error("away"));
  createRefusalLog({ ...silentLogger, warn })({ requestId: "r", peer: undefined, traceparent, explain });
  await vi.waitFor(() =>
    expect(warn.mock.calls[0]?.[0]).toMatchObject({ reason: "it cannot be checked again" }),
  );
});
