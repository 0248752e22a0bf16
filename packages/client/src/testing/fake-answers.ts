import type { Problem } from "@compute-host/types";
import { sampleProblems } from "./samples.gen.ts";

/** The name of a problem among the spec's examples. */
export type ProblemName = keyof typeof sampleProblems;

/** What the fake service answers with, before it is a `Response`. */
export interface FakeAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
}

const headersByStatus: Record<number, Record<string, string>> = {
  401: { "www-authenticate": "Bearer" },
  429: { "retry-after": "0" },
  503: { "retry-after": "0" },
};

/** An answer in the words of one of the spec's problems. */
export function problemAnswer(name: ProblemName, errors?: Problem["errors"]): FakeAnswer {
  const { errors: _sampleErrors, ...problem } = sampleProblems[name];
  const { status } = problem;
  const detail = errors
    ? `The request breaks the schema in ${errors.length} place${errors.length === 1 ? "" : "s"}; see errors.`
    : problem.detail;
  return {
    status,
    body: { ...problem, detail, ...(errors && { errors }) },
    headers: headersByStatus[status] ?? {},
  };
}

/** The `Response` of an answer; a problem names the request. */
export function answerResponse(
  { status, body, headers }: FakeAnswer,
  path: string,
  requestId: string,
): Response {
  const isProblem = status >= 400;
  return new Response(
    JSON.stringify(isProblem ? { ...(body as Problem), instance: path, requestId } : body),
    {
      status,
      headers: {
        "content-type": isProblem ? "application/problem+json" : "application/json",
        "x-request-id": requestId,
        ...headers,
      },
    },
  );
}
