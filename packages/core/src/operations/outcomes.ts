import type { ProblemKey } from "../problems/problems.gen.ts";
import type { OperationFacts } from "./operations.gen.ts";

/** The statuses of an operation's successes, and the problems that not every request may get. */
type Outcome<Id extends keyof OperationFacts> = OperationFacts[Id]["outcome"];

/**
 * The problems that any request may get: a `default` or every operation of the description shows them. Each has the
 * file that throws it. A new one does not compile before it is here.
 */
export const problemsOfAnyRequest: Readonly<
  Record<Exclude<ProblemKey, Outcome<keyof OperationFacts>>, string>
> = {
  "malformed-http": "server/src/http/http-server.ts",
  "header-too-large": "server/src/http/connections/connection-errors.ts",
  "request-timeout": "server/src/http/connections/connection-errors.ts",
  "expectation-failed": "server/src/http/connections/connection-errors.ts",
  "malformed-url": "core/src/requests/router.ts",
  "not-found": "core/src/requests/router.ts",
  "method-not-allowed": "core/src/requests/router.ts",
  unauthenticated: "core/src/requests/exchange.ts",
  "rate-limited": "core/src/requests/exchange.ts",
  "body-too-large": "core/src/requests/exchange.ts",
  unavailable: "server/src/http/problem.ts",
  "internal-error": "server/src/http/problem.ts",
};

const handlers = "core/src/operations/operation-handlers.ts";
const parameters = "core/src/requests/parameters.ts";
const body = "core/src/requests/request-body.ts";
const update = "core/src/computers/update-computer.ts";
const steps = "core/src/computers/steps.ts";

/**
 * What each operation returns, with the file that returns or throws it. What the description documents and nothing sends does not
 * compile here, and neither does what it documents no more: give it an effect first, or remove that.
 */
export const outcomes: { readonly [Id in keyof OperationFacts]: Readonly<Record<Outcome<Id>, string>> } = {
  listComputers: { 200: handlers, "invalid-request": parameters },
  getComputer: { 200: handlers, "computer-not-found": handlers },
  updateComputer: {
    200: handlers,
    "malformed-json": body,
    "invalid-request": body,
    "unsupported-media-type": "core/src/requests/exchange.ts",
    "computer-not-found": handlers,
    "name-taken": update,
    "host-already-set": update,
    "host-taken": update,
  },
  retryInstallDeps: {
    202: handlers,
    "computer-not-found": handlers,
    "no-install-deps-step": steps,
    "install-session-running": steps,
    "earlier-step-not-completed": steps,
  },
};
