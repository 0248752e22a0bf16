import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { errorClassByStatus } from "../src/error-class-by-status.gen.ts";
import { ApiError, createClient, isApiError, isComputeHostError, ServerError } from "../src/index.ts";
import { problem, startServer } from "./misbehaving-server.ts";

const spec = parse(await readFile(new URL(import.meta.resolve("@compute-host/spec/openapi.yaml")), "utf8"));
const documented = new Set<string>();
for (const path of Object.values<Record<string, { responses?: object }>>(spec.paths)) {
  for (const { responses = {} } of Object.values(path)) {
    for (const status of Object.keys(responses)) if (/^[45]/.test(status)) documented.add(status);
  }
}

test("the table has a class for each error status of the spec but 500, and for no other", () => {
  expect(Object.keys(errorClassByStatus).sort()).toEqual(
    [...documented].filter((one) => one !== "500").sort(),
  );
});

test.each([...documented, "402", "405", "418", "502", "504"].map(Number))(
  "%i rejects with its class",
  async (status) => {
    const { baseUrl } = await startServer((response) => problem(response, status));
    const { computers } = createClient({ baseUrl, token: "key", maxRetries: 0 });
    const error: unknown = await computers.get("cmp_1").catch((reason) => reason);
    expect(error).toBeInstanceOf(errorClassByStatus[status] ?? (status < 500 ? ApiError : ServerError));
    expect(isApiError(error) && isComputeHostError(error)).toBe(true);
    expect(error).toMatchObject({
      status,
      requestId: "req-1",
      operationId: "getComputer",
      attempts: 1,
      problem: { title: `Problem ${status}` },
      message: `getComputer: ${status} Detail ${status}.`,
    });
  },
);

test("the JSON of an error has the details that a log needs", async () => {
  const { baseUrl } = await startServer((response) => problem(response, 404));
  const error = await createClient({ baseUrl, token: "key" })
    .computers.get("cmp_1")
    .catch((reason) => reason);
  expect(JSON.parse(JSON.stringify(error))).toMatchObject({
    name: "NotFoundError",
    code: "NOT_FOUND",
    message: "getComputer: 404 Detail 404.",
    status: 404,
    requestId: "req-1",
    attempts: 1,
    problem: { title: "Problem 404" },
  });
});
