import type { Computer, ComputerSource, ComputerStatus, ProvisioningStep } from "@compute-host/types";

/** A provisioning step as the service keeps it: these three fields are always there. */
export type StoredStep = ProvisioningStep & { id: string; name: string; status: string };

/** A computer as the service keeps it. Unknown fields are returned unchanged. */
export type StoredComputer = Omit<Computer, "ownerId" | "status" | "provisioningSteps"> & {
  ownerId: string;
  status: ComputerStatus;
  provisioningSteps: StoredStep[];
};

type RequiredField<T> = { [Field in keyof T]-?: object extends Pick<T, Field> ? never : Field }[keyof T];

// For the compiler alone: what every stored record has. Before a field that the spec begins to require is added here, a migration
// (`storage/migrations.ts`) gives it to the records that lack it.
({ id: true, name: true, providerType: true, createdAt: true }) satisfies Record<
  RequiredField<Computer>,
  true
>;
({}) satisfies Record<RequiredField<ProvisioningStep> | RequiredField<ComputerSource>, true>;

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
