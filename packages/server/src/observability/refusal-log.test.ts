import { expect, test, vi } from "vitest";
import { silentLogger } from "./logger.ts";
import { createRefusalLog } from "./refusal-log.ts";

test("a credential that cannot be checked again does not break the log", async () => {
  const warn = vi.fn();
  const explain = () => Promise.reject(new Error("away"));
  createRefusalLog({ ...silentLogger, warn })({ requestId: "r", peer: undefined, traceparent: "", explain });
  await expect.poll(() => warn.mock.calls[0]?.[0]).toMatchObject({ reason: "it cannot be checked again" });
});
