import { expect } from "vitest";

/** The report of `exercise` in the folder `consumers` for a working client. */
export const workingConsumerReport = {
  listed: expect.toSatisfy((count: number) => count > 1, "is more than one"),
  got: true,
  hasRequestId: true,
  attempts: 1,
  updatedTo: "consumer",
  error: {
    name: "NotFoundError",
    status: 404,
    title: expect.stringMatching(/./),
    isApiError: true,
    isNotFoundError: true,
  },
  gotByPath: "consumer",
  gotByMethod: "consumer",
  errorByPath: 404,
  listedInMemory: expect.toSatisfy((count: number) => count > 1, "is more than one"),
};

/** Parses the JSON on the last line of a consumer's output. */
export function readReport(stdout: string): Record<string, unknown> {
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
}
