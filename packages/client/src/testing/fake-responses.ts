import type { Problem } from "@compute-host/types";
import type { FakeResponse } from "./fake-response.ts";
import { samples } from "./samples.gen.ts";

/** The name of a problem among the spec's examples. */
export type ProblemName = keyof typeof samples.Problem;

/** How many places `errors` lists, as the service does. */
const maxErrors = 20;

const headersByStatus: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  401: { "www-authenticate": "Bearer" },
  429: { "retry-after": "0" },
  503: { "retry-after": "0" },
};

/** Ends a request with one of the spec's problems. */
export class FakeProblemError extends Error {
  override readonly name: string = "FakeProblemError";
  readonly response: FakeResponse;

  constructor(problem: ProblemName, errors?: Problem["errors"]) {
    super(problem);
    this.response = problemResponse(problem, errors);
  }
}

/** The first of the spec's problems whose type ends with this name, such as `rate-limited`. */
export function problemNamed(name: string): ProblemName | undefined {
  const names = Object.keys(samples.Problem) as ProblemName[];
  return names.find((each) => samples.Problem[each].type === `/problems/${name}`);
}

/** Makes a response from one of the spec's problems. */
export function problemResponse(name: ProblemName, errors?: Problem["errors"]): FakeResponse {
  const { errors: _sampleErrors, ...problem } = samples.Problem[name];
  const { status } = problem;
  const places = errors?.slice(0, maxErrors);
  const more = places && places.length === maxErrors ? " or more" : "";
  const detail = places
    ? `The request breaks the schema in ${places.length} place${places.length === 1 ? "" : "s"}${more}; see errors.`
    : problem.detail;
  return {
    status,
    body: { ...problem, detail, ...(places && { errors: places }) },
    headers: headersByStatus[status] ?? {},
  };
}

/** Makes the `Response`; a problem gets the path and the ID of the request. */
export function createResponse(
  { status, body, headers }: FakeResponse,
  path: string,
  requestId: string,
): Response {
  const common = { "x-request-id": requestId, ...headers };
  if (body === undefined) return new Response(null, { status, headers: common });
  const isProblem = status >= 400;
  // A path with a broken escape is not a URI reference, as `instance` has to be.
  const instance = path.replaceAll(/%(?![\da-f]{2})/gi, "%25");
  const contentType = isProblem ? "application/problem+json" : "application/json";
  const text = JSON.stringify(isProblem ? { ...(body as Problem), instance, requestId } : body);
  // A response to HEAD only has the length.
  const length = { "content-length": String(new TextEncoder().encode(text).length) };
  return new Response(text, { status, headers: { "content-type": contentType, ...length, ...common } });
}
