import { createClient } from "@compute-host/client";
import type { ProblemKind } from "./problem-kinds.ts";

/** The name of the error that the client throws for a kind of problem, found by giving it that response. */
export async function findClientClass({ status, example }: ProblemKind): Promise<string> {
  const fetch = () =>
    Promise.resolve(
      new Response(JSON.stringify(example), {
        status,
        headers: { "Content-Type": "application/problem+json", "X-Request-Id": "example" },
      }),
    );
  const client = createClient({ baseUrl: "http://service.invalid", token: "example", maxRetries: 0, fetch });
  try {
    await client.computers.get("example");
  } catch (error) {
    if (error instanceof Error) return error.name;
  }
  throw new Error(`The client throws nothing for ${status}.`);
}
