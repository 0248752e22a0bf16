import { type Computer, type Step, statusOf } from "./computer.ts";
import type { Principal } from "./credentials.ts";

/** The first owner, whose token the suite uses. */
export const ada: Principal = { kind: "user", id: "usr_ada" };
/** The second owner. */
export const nightly: Principal = { kind: "service_account", id: "svc_nightly" };

const firstCreation = 1_760_000_000_000;
const minute = 60_000;

type StepSketch = readonly [id: string, status: Step["status"]];

const stepNames: Readonly<Record<string, string>> = {
  "create-computer": "Create computer",
  "configure-environment": "Configure environment",
  "install-deps": "Install dependencies",
  "warm-cache": "Warm the cache",
};

/** Creates steps at intervals of one minute, starting at the creation. */
function stepsFrom(createdAt: number, sketches: readonly StepSketch[]): readonly Step[] {
  return sketches.map(([id, status], index) => {
    const startedAt = createdAt + 1000 + index * minute;
    return {
      id,
      name: stepNames[id] ?? id,
      status,
      ...(status === "failed" && { error: `${id} exited with code 100` }),
      ...(status !== "pending" && { startedAt }),
      ...((status === "completed" || status === "failed") && { completedAt: startedAt + minute - 5000 }),
      ...(id === "install-deps" &&
        status !== "pending" && { installSessionId: `ins_seed${createdAt % 9973}` }),
    };
  });
}

interface Sketch extends Omit<Partial<Computer>, "provisioningSteps"> {
  readonly id: string;
  readonly name: string;
  /** Minutes after the first creation. */
  readonly at: number;
  readonly steps: readonly StepSketch[];
  readonly owner?: Principal;
}

function computer({ at, steps, owner = ada, ...rest }: Sketch): Computer {
  const createdAt = firstCreation + at * minute;
  const provisioningSteps = stepsFrom(createdAt, steps);
  return {
    providerType: "managed",
    createdAt,
    status: statusOf(provisioningSteps),
    ownerPrincipalKind: owner.kind,
    ownerId: owner.id,
    ...rest,
    provisioningSteps,
  };
}

const relays = (id: string) => ({
  relayClientUrl: `wss://relay.example.com/client/${id}`,
  relayAgentUrl: `wss://relay.example.com/agent/${id}`,
});

const managed = (installDeps: Step["status"]): readonly StepSketch[] => [
  ["create-computer", "completed"],
  ["configure-environment", "completed"],
  ["install-deps", installDeps],
];

/** The IDs of the seeded computers by their distinguishing property. */
export const seedIds = {
  provisioning: "cmp_a1Provis",
  active: "cmp_a2Active",
  installFailed: "cmp_a3Failed",
  earlierFailed: "cmp_a4Config",
  byom: "cmp_a5Workshop",
  stepless: "cmp_a6Bare",
  template: "cmp_a7Docs",
  snapshot: "cmp_a8Snap",
  laterStep: "cmp_a9Warm",
  laterStepPending: "cmp_b1Cold",
  twin: "cmp_b2Twin",
  secondTwin: "cmp_b3Twin",
  otherActive: "cmp_z1Other",
  otherFailed: "cmp_z2Failed",
  otherStepless: "cmp_z3Bare",
} as const;

/** The hosts of the seeded computers. */
export const seedHosts = {
  active: "8a7d2f64-0c35-4b19-a5e2-6f90d1c7b382",
  byom: "3f0c9a52-6b1e-1f0f-9d1c-2a7c5e8b4d10",
  otherActive: "c51e7b0a-9d34-4e62-8f17-b0a4d2c96e58",
} as const;

/** Creates computers of the first owner in every state, which only requests change. */
function computersOfAda(): readonly Computer[] {
  const ids = seedIds;
  return [
    computer({
      id: ids.provisioning,
      name: "slow-build-box",
      at: 90,
      steps: [
        ["create-computer", "completed"],
        ["configure-environment", "running"],
        ["install-deps", "pending"],
      ],
      computerSource: { kind: "template", templateId: "tpl_node24" },
    }),
    computer({
      id: ids.active,
      name: "staging-runner",
      at: 80,
      steps: managed("completed"),
      hostId: seedHosts.active,
      hostname: "staging-runner.internal",
      remoteUser: "deploy",
      ...relays(ids.active),
    }),
    computer({
      id: ids.installFailed,
      name: "nightly-tests",
      at: 70,
      steps: managed("failed"),
      remoteUser: "ci",
    }),
    computer({
      id: ids.earlierFailed,
      name: "half-configured",
      at: 60,
      steps: [
        ["create-computer", "completed"],
        ["configure-environment", "failed"],
        ["install-deps", "pending"],
      ],
    }),
    computer({
      id: ids.byom,
      name: "workshop-mac",
      providerType: "byom",
      at: 50,
      steps: [["install-deps", "completed"]],
      hostId: seedHosts.byom,
      hostname: "workshop-mac.local",
      remoteUser: "ada",
      ...relays(ids.byom),
    }),
    computer({ id: ids.stepless, name: "bare-metal", providerType: "byom", at: 40, steps: [] }),
    ...specialComputersOfAda(),
  ];
}

function specialComputersOfAda(): readonly Computer[] {
  const ids = seedIds;
  return [
    computer({
      id: ids.template,
      name: "docs-preview",
      at: 30,
      steps: managed("completed"),
      hostname: "docs-preview.internal",
      remoteUser: "deploy",
      computerSource: { kind: "template", templateId: "tpl_static_site" },
      ...relays(ids.template),
    }),
    computer({
      id: ids.snapshot,
      name: "restored-box",
      at: 100,
      steps: managed("completed"),
      computerSource: { kind: "snapshot", snapshotId: "snp_77", region: { name: "eu-1", zone: 2 } },
    }),
    computer({
      id: ids.laterStep,
      name: "warmed-up",
      at: 20,
      steps: [...managed("completed"), ["warm-cache", "completed"]],
    }),
    computer({
      id: ids.laterStepPending,
      name: "cold-cache",
      at: 10,
      steps: [...managed("failed"), ["warm-cache", "pending"]],
    }),
    computer({ id: ids.twin, name: "twin-one", at: 5, steps: managed("completed") }),
    computer({ id: ids.secondTwin, name: "twin-two", at: 5, steps: managed("failed") }),
  ];
}

function computersOfNightly(): readonly Computer[] {
  const ids = seedIds;
  const owner = nightly;
  return [
    computer({
      id: ids.otherActive,
      name: "staging-runner",
      at: 85,
      steps: managed("completed"),
      hostId: seedHosts.otherActive,
      remoteUser: "root",
      owner,
    }),
    computer({ id: ids.otherFailed, name: "foreign-tests", at: 45, steps: managed("failed"), owner }),
    computer({ id: ids.otherStepless, name: "foreign-bare", providerType: "byom", at: 15, steps: [], owner }),
  ];
}

/** Creates the computers of both owners. */
export function seedComputers(): readonly Computer[] {
  return [...computersOfAda(), ...computersOfNightly()];
}
