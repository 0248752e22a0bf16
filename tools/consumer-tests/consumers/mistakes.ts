/** Mistakes that must not compile: `@ts-expect-error` is itself an error if the next line compiles. */
import { createClient } from "@compute-host/client";

const client = createClient({ baseUrl: "https://compute.example.com", token: "key" });

export async function mistakes(): Promise<void> {
  // @ts-expect-error: `true` is not a token.
  createClient({ baseUrl: "https://compute.example.com", token: true });
  // @ts-expect-error: `nmae` is not a field of an update.
  await client.computers.update("id", { nmae: "build-box" });
  // @ts-expect-error: `sginal` is not an option of a call.
  await client.computers.get("id", { sginal: AbortSignal.timeout(1_000) });
  // @ts-expect-error: here it is a boolean, not the string that is sent.
  await client.computers.list({ includeProvisioningSteps: "true" });
  // @ts-expect-error: an ID is a string.
  await client.computers.get(7);
}
