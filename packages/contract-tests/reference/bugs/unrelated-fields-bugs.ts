import { rules } from "../rules.ts";
import type { Mistakes } from "./mistake.ts";

/** Bugs in fields that a request should not affect. */
export const unrelatedFieldsBugs = {
  "update-touches-creation": { title: "An update changes the creation time.", breaks: rules.update },
  "update-drops-steps": { title: "An update drops the steps.", breaks: rules.update },
  "update-drops-sessions": { title: "An update drops the session ids.", breaks: rules.update },
  "update-drops-source": { title: "An update drops the source.", breaks: rules.update },
  "update-flattens-source": {
    title: "An update drops the unknown fields of the source.",
    breaks: rules.source,
  },
  "update-activates-computer": { title: "An update sets the computer to active.", breaks: rules.transitions },
  "update-hits-every-computer": {
    title: "An update of the remote user changes every computer of the owner.",
    breaks: rules.update,
  },
  "rename-changes-hostname": { title: "A rename changes the host name.", breaks: rules.update },
  "rename-changes-relays": { title: "A rename changes the relay address.", breaks: rules.update },
  "rename-drops-user": { title: "A rename drops the remote user.", breaks: rules.update },
  "user-change-drops-host": { title: "A new remote user drops the host.", breaks: rules.update },
  "link-starts-provisioning": {
    title: "A link to a host sets the computer to provisioning.",
    breaks: rules.transitions,
  },
  "link-changes-hostname": { title: "A link to a host changes the host name.", breaks: rules.update },
  "retry-drops-host": { title: "A retry drops the host.", breaks: rules.retryRecord },
  "retry-drops-source": { title: "A retry drops the source.", breaks: rules.retryRecord },
  "retry-drops-user": { title: "A retry drops the remote user.", breaks: rules.retryRecord },
  "retry-touches-creation": { title: "A retry changes the creation time.", breaks: rules.retryRecord },
  "finished-install-drops-user": {
    title: "The end of an install drops the remote user.",
    breaks: rules.transitions,
  },
} as const satisfies Mistakes;
