import type { problemsBugs } from "../bugs/problems-bugs.ts";
import { seedIds as ids } from "../seed-computers.ts";
import type { Api, Body, Probe, Probes, Received } from "./api.ts";
import { freeHost, statusIsNot } from "./expectations.ts";

const missing = (api: Api) => api.get("cmp_missing");

/** Detects a mistake in the problem of an unknown ID. */
const problem = (isWrong: (body: Body, received: Received) => boolean): Probe => {
  return async (api) => {
    const received = await missing(api);
    return isWrong(received.body, received);
  };
};

const isNotProblem = ({ headers, body }: Received) =>
  headers["content-type"] !== "application/problem+json" || body.type === undefined;

/** Detects a mistake in the errors of an invalid update. */
const violations = (isWrong: (errors: Body["errors"]) => boolean): Probe => {
  return async (api) => {
    const { body } = await api.update(ids.active, { name: "", remoteUser: "", "a/b~c": 1 });
    return isWrong(body.errors ?? []);
  };
};

const pointersAreWrong = violations(
  (errors) =>
    errors
      .map(({ pointer }) => pointer)
      .sort()
      .join() !== "/a~1b~0c,/name,/remoteUser",
);

const invalidQuery = (api: Api) => api.list("?hostId=nonsense&includeProvisioningSteps=yes");

const parametersAreWrong: Probe = async (api) => {
  const { body } = await invalidQuery(api);
  return (
    (body.errors ?? [])
      .map(({ parameter }) => parameter)
      .sort()
      .join() !== "hostId,includeProvisioningSteps"
  );
};

const messageIsWrong = violations((errors) => errors.some(({ message }) => typeof message !== "string"));

/** Exceeds a limit of two updates per second, and returns the last response. */
async function overLimit(api: Api): Promise<Received> {
  const received = await Promise.all([1, 2, 3, 4, 5, 6].map(() => api.update(ids.active, {})));
  return received.find(({ status }) => status !== 200) ?? received[0] ?? missing(api);
}

const limitIsNot = (isRight: (received: Received) => boolean): Probe => {
  return async (api) => {
    const received = await overLimit(api);
    return received.status !== 200 && !isRight(received);
  };
};

const takesName = (api: Api) => api.update(ids.template, { name: "staging-runner" });
const replacesHost = (api: Api) => api.update(ids.active, { hostId: freeHost });

export const problemsProbes: Probes<typeof problemsBugs> = {
  "problem-as-json": problem((_, received) => isNotProblem(received)),
  "problem-as-text": problem((_, received) => isNotProblem(received)),
  "problem-in-an-envelope": problem((_, received) => isNotProblem(received)),
  "problem-lacks-type": problem((body) => body.type === undefined),
  "problem-lacks-status": problem((body) => body.status === undefined),
  "problem-lacks-instance": problem((body) => body.instance === undefined),
  "problem-lacks-request-id": problem((body) => body.requestId === undefined),
  "problem-status-differs": problem((body, { status }) => body.status !== status),
  "problem-status-is-text": problem((body, { status }) => body.status !== status),
  "problem-request-id-differs": problem((body, { headers }) => body.requestId !== headers["x-request-id"]),
  "problem-title-varies": async (api) =>
    (await missing(api)).body.title !== (await api.get("cmp_other")).body.title,
  "problem-instance-is-constant": problem((body) => body.instance !== "/api/v0/computers/cmp_missing"),
  "update-conflicts-share-type": async (api) =>
    (await takesName(api)).body.type === (await replacesHost(api)).body.type,
  "retry-conflicts-share-type": async (api) =>
    (await api.retry(ids.stepless)).body.type === (await api.retry(ids.earlierFailed)).body.type,
  "errors-missing": pointersAreWrong,
  "update-errors-missing": pointersAreWrong,
  "query-errors-missing": parametersAreWrong,
  "errors-name-first-only": pointersAreWrong,
  "pointers-lack-slash": pointersAreWrong,
  "pointers-unescaped": pointersAreWrong,
  "pointers-are-json-paths": pointersAreWrong,
  "unknown-property-points-to-root": pointersAreWrong,
  "violations-lack-message": messageIsWrong,
  "violations-lack-parameter": parametersAreWrong,
  "violations-are-text": messageIsWrong,
  "invalid-body-is-422": statusIsNot(400, (api) => api.update(ids.active, { name: "" })),
  "invalid-query-is-422": statusIsNot(400, invalidQuery),
  "conflict-is-400": statusIsNot(409, takesName),
  "host-conflict-is-422": statusIsNot(409, replacesHost),
  "unknown-id-is-200": statusIsNot(404, missing),
  "unknown-id-is-500": statusIsNot(404, missing),
  "unknown-id-lacks-body": problem((_, received) => isNotProblem(received)),
  "unauthenticated-in-plain-text": async (api) => isNotProblem(await api.list("", { authorization: null })),
  "wrong-method-in-plain-text": async (api) => isNotProblem(await api.call("DELETE", "/api/v0/computers")),
  "limit-lacks-retry-after": limitIsNot(({ headers }) => headers["retry-after"] !== undefined),
  "retry-after-is-a-date": limitIsNot(({ headers }) => /^\d+$/.test(String(headers["retry-after"]))),
  "limit-is-403": limitIsNot(({ status }) => status === 429),
  "limit-is-500": limitIsNot(({ status }) => status === 429),
};
