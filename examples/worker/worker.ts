import { setTimeout as pause } from "node:timers/promises";
import {
  createClient,
  isApiError,
  isComputeHostError,
  isConflictError,
  isInvalidArgumentError,
  waitUntilSettled,
} from "@compute-host/client";

const pollMs = Number(process.env.POLL_MS ?? 10_000);
const maxAttempts = 6;

const stop = new AbortController();
process.once("SIGINT", () => stop.abort()).once("SIGTERM", () => stop.abort());
const { signal } = stop;
const client = createClient();
const { computers } = client;

/** Retries the installation until it succeeds; each pause is twice as long as the one before, plus or minus half. */
async function repair(id: string): Promise<void> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const since = await computers.retryInstallDeps(id, { signal }).catch((error: unknown) => {
      // Another caller was faster: wait for that installation.
      if (isConflictError(error)) return undefined;
      throw error;
    });
    const { status } = await waitUntilSettled(client, id, { since, intervalMs: pollMs, signal });
    console.log(`${id}: ${status} after installation ${attempt}`);
    if (status === "active") return;
    if (attempt < maxAttempts)
      await pause(pollMs * 2 ** attempt * (0.5 + Math.random()), undefined, { signal });
  }
  throw new Error(`still in error after ${maxAttempts} installations`);
}

/** Whether an error says nothing about the computer: a broken connection, a timeout, a refused token, 429, 5xx. */
function isTemporary(error: unknown): boolean {
  if (isApiError(error)) return error.status >= 500 || [401, 408, 425, 429].includes(error.status);
  return isComputeHostError(error) && !isInvalidArgumentError(error);
}

/** The computers that are being repaired, and those that need a person. */
const taken = new Set<string>();

async function take(id: string): Promise<void> {
  taken.add(id);
  try {
    await repair(id);
    taken.delete(id);
  } catch (error) {
    if (signal.aborted) return;
    console.error(`${id}: ${error}`);
    if (!isTemporary(error)) return;
    await pause(pollMs, undefined, { signal }).catch(() => undefined);
    taken.delete(id);
  }
}

while (!signal.aborted) {
  try {
    const list = await computers.list({ includeProvisioningSteps: true, signal });
    for (const { id, status, provisioningSteps = [] } of list.computers) {
      const failed = provisioningSteps.find((step) => step.status === "failed");
      // Only this step can be retried; the operator must fix the others.
      if (status === "error" && failed?.id === "install-deps" && !taken.has(id)) void take(id);
    }
    await pause(pollMs, undefined, { signal });
  } catch (error) {
    if (signal.aborted) break;
    if (!isComputeHostError(error) || isInvalidArgumentError(error)) throw error;
    // The client's own retries have failed: the service may be down for longer.
    console.error(error.message);
    await pause(pollMs, undefined, { signal }).catch(() => undefined);
  }
}
