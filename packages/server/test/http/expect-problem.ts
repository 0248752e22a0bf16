import type { Problem } from "@compute-host/types";
import { expect } from "vitest";
import type { ApiResponse } from "./api-client.ts";

/** Everything that a failure has to be, whatever it is about. */
export function expectProblem(response: ApiResponse, status: number, type: string): Problem {
  expect(response.status).toBe(status);
  expect(response.headers.get("content-type")).toMatch(/^application\/problem\+json(;|$)/);
  const problem = response.json as Problem;
  expect(problem).toMatchObject({ type: `/problems/${type}`, status });
  expect(problem.requestId).toBe(response.headers.get("x-request-id"));
  expect(problem.requestId).toMatch(/./);
  expect(URL.canParse(problem.instance, "http://host")).toBe(true);
  return problem;
}
