import type { Computer, ComputerSource, ComputerStatus, ProvisioningStep } from "@compute-host/types";

/** A provisioning step as the service stores it: these three fields are always present. */
export type StoredStep = ProvisioningStep & { id: string; name: string; status: string };

/** A computer as the service stores it. Unknown fields are returned unchanged. */
export type StoredComputer = Omit<Computer, "ownerId" | "status" | "provisioningSteps"> & {
  ownerId: string;
  status: ComputerStatus;
  provisioningSteps: StoredStep[];
};

type RequiredField<T> = { [Field in keyof T]-?: object extends Pick<T, Field> ? never : Field }[keyof T];

// For the compiler: the fields of every stored record. If the spec makes another field required, first add a migration
// (`storage/migrations.ts`) that gives it to existing records, then name it here.
({ id: true, name: true, providerType: true, createdAt: true }) satisfies Record<
  RequiredField<Computer>,
  true
>;
({}) satisfies Record<RequiredField<ProvisioningStep> | RequiredField<ComputerSource>, true>;

/** The fields of a computer that a step may set. */
export const stepOutputFields = [
  "hostname",
  "hostId",
  "remoteUser",
  "relayClientUrl",
  "relayAgentUrl",
] as const;

/**
 * The longest `sub` of [OpenID Connect](https://openid.net/specs/openid-connect-core-1_0.html#IDToken); it fits in an
 * index of PostgreSQL.
 */
export const maxOwnerIdLength = 255;
