import type { unrelatedFieldsBugs } from "../bugs/unrelated-fields-bugs.ts";
import { seedIds as ids } from "../seed-computers.ts";
import type { Api, Probes } from "./api.ts";
import { freeHost, isTouched } from "./expectations.ts";

const rename = (api: Api, id: string) => api.update(id, { name: "renamed" });
const changeUser = (api: Api, id: string) => api.update(id, { remoteUser: "other" });
const link = (api: Api, id: string) => api.update(id, { hostId: freeHost });
const retry = (api: Api, id: string) => api.retry(id);

async function retryToTheEnd(api: Api, id: string) {
  await api.retry(id);
  await api.settled(id);
}

export const unrelatedFieldsProbes: Probes<typeof unrelatedFieldsBugs> = {
  "update-touches-creation": isTouched("createdAt", ids.active, rename),
  "update-drops-steps": isTouched("provisioningSteps", ids.active, rename),
  "update-drops-sessions": isTouched("provisioningSteps", ids.active, rename),
  "update-drops-source": isTouched("computerSource", ids.template, rename),
  "update-flattens-source": isTouched("computerSource", ids.snapshot, rename),
  "update-activates-computer": isTouched("status", ids.installFailed, rename),
  "update-hits-every-computer": isTouched("remoteUser", ids.byom, (api) => changeUser(api, ids.active)),
  "rename-changes-hostname": isTouched("hostname", ids.active, rename),
  "rename-changes-relays": isTouched("relayClientUrl", ids.active, rename),
  "rename-drops-user": isTouched("remoteUser", ids.active, rename),
  "user-change-drops-host": isTouched("hostId", ids.active, changeUser),
  "link-starts-provisioning": isTouched("status", ids.template, link),
  "link-changes-hostname": isTouched("hostname", ids.template, link),
  "retry-drops-host": isTouched("hostId", ids.active, retry),
  "retry-drops-source": isTouched("computerSource", ids.template, retry),
  "retry-drops-user": isTouched("remoteUser", ids.active, retry),
  "retry-touches-creation": isTouched("createdAt", ids.active, retry),
  "finished-install-drops-user": isTouched("remoteUser", ids.active, retryToTheEnd),
};
