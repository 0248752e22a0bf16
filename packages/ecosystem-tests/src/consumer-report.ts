import { expect } from "vitest";

/** What `exercise` in the folder `consumers` reports of a client that works. */
export const workingConsumerReport = {
  listed: expect.toSatisfy((count: number) => count > 1, "is more than one"),
  got: true,
  requestId: expect.stringMatching(/^request-\d+$/),
  attempts: 1,
  renamedTo: "renamed",
  error: {
    name: "NotFoundError",
    status: 404,
    title: expect.stringMatching(/./),
    isApiError: true,
    isNotFoundError: true,
  },
};

/** What a consumer printed as JSON on the last line of its output. */
export function readReport(stdout: string): Record<string, unknown> {
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
}
