import { createHash } from "node:crypto";
import { ApiKeys } from "../src/auth/api-keys.ts";
import type { StoredComputer } from "../src/computers/computer.ts";
import { newComputer } from "../src/computers/new-computer.ts";
import { openStorage } from "../src/storage/open-storage.ts";

/** How many owners there are; all of their lists exceed what the service keeps in memory. */
const ownerCount = 200;
/** How many computers each of them has. */
const listSize = 100;

/** An owner's key, and the IDs of its computers. */
export interface SeededOwner {
  readonly key: string;
  readonly ids: readonly string[];
}

/**
 * Fills a database with a computer of each owner in turn, as in real life, so that the rows of an owner are far apart.
 */
export async function seedDatabase(databaseUrl: string): Promise<readonly SeededOwner[]> {
  const storage = await openStorage({ databaseUrl });
  const turns = Array.from({ length: listSize }, (_, turn) => turn);
  await storage.computers.add(
    turns.flatMap((turn) => Array.from({ length: ownerCount }, (_, owner) => sampleComputer(owner, turn))),
  );
  const keys = new ApiKeys(storage.apiKeys);
  const owners: SeededOwner[] = [];
  for (let owner = 0; owner < ownerCount; owner++) {
    const { key } = await keys.create({ name: "bench", ownerId: `usr_${owner}`, ownerKind: "user" });
    owners.push({ key, ids: Array.from({ length: listSize }, (_, turn) => idOf(owner, turn)) });
  }
  await storage.close();
  return owners;
}

/** Digests are spread over the database like random IDs. */
function idOf(owner: number, turn: number): string {
  return `cmp_${createHash("md5").update(`computer ${owner} ${turn}`).digest("hex")}`;
}

/** A managed computer that is ready, with all fields. */
function sampleComputer(owner: number, turn: number): StoredComputer {
  const id = idOf(owner, turn);
  const createdAt = 1_790_000_000_000 + turn * 10;
  const step = (stepId: string, name: string, second: number) => ({
    id: stepId,
    name,
    status: "completed",
    startedAt: createdAt + second * 1000,
    completedAt: createdAt + (second + 20) * 1000,
  });
  const fields = {
    id,
    name: `computer-${turn}`,
    providerType: "managed" as const,
    createdAt,
    hostId: `${id.slice(4, 12)}-${id.slice(12, 16)}-4${id.slice(17, 20)}-8${id.slice(21, 24)}-${id.slice(24)}`,
    hostname: `host-${turn}.compute.example`,
    relayClientUrl: `wss://relay.compute.example/clients/${id}`,
    relayAgentUrl: `wss://relay.compute.example/agents/${id}`,
    remoteUser: "ubuntu",
    ownerPrincipalKind: "user",
    ownerId: `usr_${owner}`,
    computerSource: { kind: "template", templateId: "tpl_node_24" },
    provisioningSteps: [
      step("create-computer", "Create computer", 0),
      step("configure-environment", "Configure environment", 20),
      { ...step("install-deps", "Install dependencies", 40), installSessionId: `ins_${id.slice(4)}` },
    ],
  };
  return newComputer(fields, createdAt);
}
