import * as exported from "@compute-host/client";
import { type ComputeHostClient, createClient, type OperationId } from "@compute-host/client";
import { afterAll, expect, test } from "vitest";
import { examplePath } from "../../src/cases/examples.ts";
import { loadApi } from "../../src/openapi/load-api.ts";
import { preferenceFor, statusToAskFor } from "../mock/example-cases.ts";
import { startPrismTarget } from "../targets/prism-target.ts";

const api = loadApi();
const target = await startPrismTarget(api);
afterAll(() => target.close());

interface Outcome {
  readonly data?: unknown;
  readonly requestId?: string | undefined;
  readonly error?: unknown;
}

type Headers = Readonly<Record<string, string>>;
type Call = (client: ComputeHostClient, id: string, headers: Headers) => Promise<Outcome>;

/** The client call for each operation; the compiler requires all of the spec's operations. */
const calls: Readonly<Record<OperationId, Call>> = {
  listComputers: (client, _id, headers) => client.computers.list({ headers }).withResponse(),
  getComputer: (client, id, headers) => client.computers.get(id, { headers }).withResponse(),
  updateComputer: (client, id, headers) => client.computers.update(id, {}, { headers }).withResponse(),
  retryInstallDeps: (client, id, headers) =>
    client.computers.retryInstallDeps(id, { headers }).withResponse(),
};

/** The client's error guards, by their names. */
const guards = exported as unknown as Readonly<Record<string, (error: unknown) => boolean>>;

const responses = api.operations.flatMap((operation) =>
  operation.responses.map(
    (response) => [operation.operationId as OperationId, response.status, operation, response] as const,
  ),
);

test.each(responses)("the client understands %s %s", async (operationId, documented, operation, response) => {
  const [example] = response.content?.examples ?? [];
  const status = statusToAskFor(response, example);
  const { baseUrl, token, timeoutMs } = target;
  const client = createClient({ baseUrl, token, timeoutMs, maxRetries: 0 });
  const headers = { prefer: preferenceFor(response, example) };
  const id = Object.values(examplePath(operation))[0] ?? "";
  const outcome = await calls[operationId](client, id, headers).catch(
    (error: unknown): Outcome => ({ error }),
  );
  if (documented.startsWith("2")) {
    expect(outcome).toMatchObject({ data: example?.value, requestId: expect.any(String) });
    return;
  }
  const { name } = outcome.error as Error;
  expect(guards[`is${name}`]?.(outcome.error)).toBe(true);
  expect(name === "ApiError").toBe(documented === "default");
  expect(outcome.error).toMatchObject({ status, problem: example?.value, requestId: expect.any(String) });
});
