import type { orderOfChecksBugs } from "../bugs/order-of-checks-bugs.ts";
import { seedIds as ids } from "../seed-computers.ts";
import type { Api, Probes } from "./api.ts";
import { isTouched, statusIsNot } from "./expectations.ts";

const anonymous = { authorization: null };

export const orderOfChecksProbes: Probes<typeof orderOfChecksBugs> = {
  "body-before-credentials": statusIsNot(401, (api) => api.update(ids.active, { name: 1 }, anonymous)),
  "record-before-credentials": statusIsNot(401, (api) => api.get("cmp_missing", anonymous)),
  "retry-state-before-credentials": statusIsNot(401, (api) => api.retry(ids.earlierFailed, anonymous)),
  "unauthenticated-update-applied": isTouched("name", ids.active, (api, id) =>
    api.update(id, { name: "stolen" }, anonymous),
  ),
  "unauthenticated-retry-started": isTouched("status", ids.installFailed, (api, id) =>
    api.retry(id, anonymous),
  ),
  "foreign-update-applied": isTouched("name", ids.active, (api, id) =>
    api.foreign.update(id, { name: "stolen" }),
  ),
  "limited-update-applied": async (api) => {
    for (const name of ["one", "two", "three", "four", "five"]) {
      const { status } = await api.update(ids.active, { name });
      if (status === 429 && (await api.get(ids.active)).body.name === name) return true;
    }
    return false;
  },
  "refused-update-written": isTouched("name", ids.active, (api, id) =>
    api.update(id, { name: "workshop-mac" }),
  ),
  "refused-retry-starts-anyway": isTouched("provisioningSteps", ids.earlierFailed, (api, id) =>
    api.retry(id),
  ),
  "written-before-conflict": isTouched("remoteUser", ids.active, (api, id) =>
    api.update(id, { remoteUser: "half", name: "workshop-mac" }),
  ),
  "written-before-validated": isTouched("remoteUser", ids.active, halfValid),
  "invalid-update-written": isTouched("name", ids.active, (api, id) =>
    api.update(id, { name: "n".repeat(64) }),
  ),
};

function halfValid(api: Api, id: string) {
  return api.update(id, { remoteUser: "half", hostId: "no uuid" });
}
