/** TypeScript code of a consumer. */
import {
  type ApiError,
  type Computer,
  type ComputerStatus,
  createClient,
  isRateLimitError,
  NotFoundError,
} from "@compute-host/client";

const client = createClient({
  baseUrl: "https://compute.example.com",
  // States its return type, because inferring it takes the compiler 125 instantiations with any library.
  token: async ({ refresh, signal }): Promise<string> => (refresh && !signal.aborted ? "new" : "old"),
  timeoutMs: 10_000,
  maxRetries: 1,
});

export async function renameFirst(name: string): Promise<Computer | undefined> {
  const { computers } = await client.computers.list({ includeProvisioningSteps: true });
  const [first] = computers;
  if (!first) return undefined;
  try {
    return await client.computers.update(first.id, { name });
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    if (isRateLimitError(error)) console.warn(error.retryAfterMs, error.requestId);
    throw error;
  }
}

export async function statusOf(id: string, signal: AbortSignal): Promise<ComputerStatus | undefined> {
  const { data, response, requestId, attempts } = await client.computers.get(id, { signal }).withResponse();
  const status: number = response.status;
  console.log(status, requestId, attempts.toFixed(0));
  return data.status;
}

export const titleOf = (error: ApiError): string | undefined => error.problem?.title;
