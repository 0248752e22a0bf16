import type { Computer } from "@compute-host/types";
import { expect, test } from "vitest";
import { installDepsId, pickQuickest } from "./computer-facts.ts";

/** A computer whose install-dependencies step took so long. */
function computer(id: string, tookMs?: number): Computer {
  const times = tookMs === undefined ? {} : { startedAt: 1_000, completedAt: 1_000 + tookMs };
  const step = { id: installDepsId, status: "completed", ...times };
  return { id, name: id, providerType: "managed", createdAt: 1, provisioningSteps: [step] };
}

test("picks the computer whose install-dependencies step took least", () => {
  const computers = [computer("slow", 60_000), computer("quick", 3_000), computer("middling", 20_000)];
  expect(pickQuickest({ computers }).id).toBe("quick");
});

test("picks a computer of the kind, however quick the others are", () => {
  const computers = [computer("quick", 3_000), computer("slow", 60_000)];
  expect(pickQuickest({ computers }, ({ id }) => id !== "quick").id).toBe("slow");
});

test("picks one that is known to be quick before one of which nothing is known", () => {
  expect(pickQuickest({ computers: [computer("unknown"), computer("known", 60_000)] }).id).toBe("known");
  expect(pickQuickest({ computers: [computer("first"), computer("second")] }).id).toBe("first");
});
