import type { Computer, ComputerStatus, ProvisioningStep } from "@compute-host/types";

/** A provisioning step as the service keeps it: these three fields are always there. */
export type StoredStep = ProvisioningStep & { id: string; name: string; status: string };

/** A computer as the service keeps it. Unknown fields are returned unchanged. */
export type StoredComputer = Omit<Computer, "ownerId" | "status" | "provisioningSteps"> & {
  ownerId: string;
  status: ComputerStatus;
  provisioningSteps: StoredStep[];
};

/** The fields of a computer that a step may set: what it made. */
export const stepOutputFields = [
  "hostname",
  "hostId",
  "remoteUser",
  "relayClientUrl",
  "relayAgentUrl",
] as const;

/** The longest `sub` of [OpenID Connect](https://openid.net/specs/openid-connect-core-1_0.html#IDToken); an index of PostgreSQL holds it. */
export const maxOwnerIdLength = 255;
