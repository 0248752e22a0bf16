/** A provisioning step in the reference's memory. */
export interface Step {
  readonly id: string;
  readonly name: string;
  readonly status: "pending" | "running" | "completed" | "failed";
  readonly error?: string;
  /** In milliseconds since the Unix epoch. */
  readonly startedAt?: number;
  /** In milliseconds since the Unix epoch. */
  readonly completedAt?: number;
  readonly installSessionId?: string;
}

/** A computer in the reference's memory: never changed in place, always replaced. */
export interface Computer {
  readonly id: string;
  readonly name: string;
  readonly providerType: "byom" | "managed";
  /** In milliseconds since the Unix epoch. */
  readonly createdAt: number;
  readonly hostId?: string;
  readonly hostname?: string;
  readonly status: "provisioning" | "active" | "error";
  readonly provisioningSteps: readonly Step[];
  readonly relayClientUrl?: string;
  readonly relayAgentUrl?: string;
  readonly remoteUser?: string;
  readonly ownerPrincipalKind: string;
  readonly ownerId: string;
  readonly computerSource?: Readonly<Record<string, unknown>>;
}

/** The fields that an update may change. */
export interface Changes {
  readonly name?: string;
  readonly hostId?: string;
  readonly remoteUser?: string;
}

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A field that holds free text. */
export type TextField = "name" | "remoteUser";

/** The ID of the step that a retry runs. */
export const installDepsId = "install-deps";

/** Derives a computer's status from its steps. */
export function statusOf(steps: readonly Step[]): Computer["status"] {
  if (steps.some((step) => step.status === "failed")) return "error";
  return steps.every((step) => step.status === "completed") ? "active" : "provisioning";
}

/** Returns the steps with one of them replaced. */
export function replaceStep(steps: readonly Step[], index: number, step: Step): readonly Step[] {
  return steps.map((other, position) => (position === index ? step : other));
}
