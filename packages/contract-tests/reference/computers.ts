import type { ProvisioningStep, Computer as SentComputer } from "@compute-host/types";

/** A provisioning step of a computer. */
export interface Step extends ProvisioningStep {
  id: string;
  name: string;
  status: "pending" | "running" | "completed" | "failed";
}

/** A computer in the memory of the host: never changed in place, always replaced. */
export type Computer = Readonly<
  Omit<SentComputer, "provisioningSteps" | "computerSource"> &
    Required<Pick<SentComputer, "status" | "ownerPrincipalKind" | "ownerId">> & {
      provisioningSteps: Step[];
      computerSource?: Readonly<Record<string, unknown>>;
    }
>;

/** An owner of computers. */
export interface Principal {
  readonly kind: string;
  readonly id: string;
}

/** The owner whose token the suite uses. */
export const ada: Principal = { kind: "user", id: "usr_ada" };
/** The other owner. */
export const nightly: Principal = { kind: "service_account", id: "svc_nightly" };

/** The ID of the step that a retry runs. */
export const installDeps = "install-deps";

/** Derives the status of a computer from its steps. */
export function statusOf(steps: readonly Step[]): Computer["status"] {
  if (steps.some(({ status }) => status === "failed")) return "error";
  return steps.every(({ status }) => status === "completed") ? "active" : "provisioning";
}

const firstCreation = 1_760_000_000_000;
const minute = 60_000;
const stepNames = ["Create computer", "Configure environment", "Install dependencies", "Warm the cache"];
const stepIds = ["create-computer", "configure-environment", installDeps, "warm-cache"];
const statuses = { c: "completed", r: "running", p: "pending", f: "failed" } as const;

/** Creates steps a minute apart from one letter for each, the initial of its status; a space is not a step. */
function stepsFrom(createdAt: number, letters: string): Step[] {
  return [...letters].flatMap((letter, index): Step[] => {
    const status = statuses[letter as keyof typeof statuses];
    if (status === undefined) return [];
    const id = stepIds[index] ?? "";
    const name = stepNames[index] ?? "";
    const startedAt = createdAt + 1_000 + index * minute;
    if (status === "pending") return [{ id, name, status }];
    // The remainder by a prime differs between times of creation; computers created at the same time have the same
    // session ID.
    const session = id === installDeps && { installSessionId: `ins_seed${createdAt % 9973}` };
    const error = status === "failed" && { error: `${id} exited with code 100` };
    const end = status !== "running" && { completedAt: startedAt + minute - 5_000 };
    return [{ id, name, status, startedAt, ...error, ...end, ...session }];
  });
}

const relays = (number: number) => ({
  relayClientUrl: `wss://relay.example.com/client/${number}`,
  relayAgentUrl: `wss://relay.example.com/agent/${number}`,
});

const byom = { providerType: "byom" } as const;
const foreign = { ownerPrincipalKind: nightly.kind, ownerId: nightly.id };

/** The hosts of some of the computers. */
export const hosts = {
  active: "8a7d2f64-0c35-4b19-a5e2-6f90d1c7b382",
  byom: "3f0c9a52-6b1e-1f0f-9d1c-2a7c5e8b4d10",
  foreign: "c51e7b0a-9d34-4e62-8f17-b0a4d2c96e58",
};

type Sketch = readonly [name: string, minutes: number, steps: string, more?: Partial<Computer>];

/** The computers in every initial state, by what is special about each. */
const sketches = {
  provisioning: [
    "slow-build-box",
    90,
    "crp",
    { computerSource: { kind: "template", templateId: "tpl_node24" } },
  ],
  active: [
    "staging-runner",
    80,
    "ccc",
    { hostId: hosts.active, hostname: "staging-runner.internal", remoteUser: "deploy", ...relays(1) },
  ],
  installFailed: ["nightly-tests", 70, "ccf", { remoteUser: "ci" }],
  earlierFailed: ["half-configured", 60, "cfp"],
  byom: [
    "workshop-mac",
    50,
    "  c",
    { ...byom, hostId: hosts.byom, hostname: "workshop-mac.local", remoteUser: "ada", ...relays(2) },
  ],
  stepless: ["bare-metal", 40, "", byom],
  template: [
    "docs-preview",
    30,
    "ccc",
    { remoteUser: "deploy", computerSource: { kind: "template", templateId: "tpl_static" }, ...relays(3) },
  ],
  snapshot: [
    "restored-box",
    100,
    "ccc",
    { computerSource: { kind: "snapshot", snapshotId: "snp_77", region: { name: "eu-1", zone: 2 } } },
  ],
  laterStep: ["warmed-up", 20, "cccc"],
  laterStepPending: ["cold-cache", 10, "ccfp"],
  twin: ["twin-one", 5, "ccc"],
  secondTwin: ["twin-two", 5, "ccf"],
  foreignActive: ["staging-runner", 85, "ccc", { hostId: hosts.foreign, remoteUser: "root", ...foreign }],
  foreignFailed: ["foreign-tests", 45, "ccf", foreign],
  foreignStepless: ["foreign-bare", 15, "", { ...byom, ...foreign }],
} as const satisfies Readonly<Record<string, Sketch>>;

/** What is special about a computer. */
export type Special = keyof typeof sketches;

/** The ID of the first computer; the others count from it. */
export const firstId = 400;

/** The IDs of the computers: a serial number, as many services have. */
export const ids = Object.fromEntries(
  Object.keys(sketches).map((special, index) => [special, String(firstId + index)]),
) as Readonly<Record<Special, string>>;

/** Creates the computers of both owners. */
export function seedComputers(): readonly Computer[] {
  return Object.entries<Sketch>(sketches).map(([special, [name, minutes, letters, more]]) => {
    const createdAt = firstCreation + minutes * minute;
    const provisioningSteps = stepsFrom(createdAt, letters);
    return {
      id: ids[special as Special],
      name,
      providerType: "managed",
      createdAt,
      status: statusOf(provisioningSteps),
      ownerPrincipalKind: ada.kind,
      ownerId: ada.id,
      ...more,
      provisioningSteps,
    };
  });
}
