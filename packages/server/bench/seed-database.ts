import { createHash } from "node:crypto";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StoredComputer } from "../src/computers/computer.ts";
import { newComputer } from "../src/computers/new-computer.ts";
import { openStorage } from "../src/storage/open-storage.ts";
import { migrations } from "../src/storage/sqlite/migrations.ts";

/** Whose computers there are as many of as the database is large. */
export const benchOwner = "usr_bench";
/** Who owns 100 computers. */
export const listOwner = "usr_list";

const listSize = 100;
const batchSize = 1000;
const format = 1;

/** The nth computer's id: its digest spreads ids over the database as random ones are spread. */
export function computerId(index: number): string {
  return `cmp_${createHash("md5").update(`computer ${index}`).digest("hex")}`;
}

/**
 * Fills a database by the same import that the command line uses. It is kept among the temporary files: a million
 * computers take a while.
 *
 * @returns the path of the file
 */
export async function seedDatabase(computers: number): Promise<string> {
  const version = createHash("sha256").update(`${format} ${migrations.join()}`).digest("hex").slice(0, 12);
  const folder = join(tmpdir(), "compute-host-bench", `${version}-${computers}`);
  const path = join(folder, "bench.db");
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  try {
    await fill(path, computers);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return path;
}

async function fill(path: string, computers: number): Promise<void> {
  const storage = await openStorage({ databaseUrl: `sqlite:${path}` });
  const added = await storage.computers.beginImport();
  for (let index = 0; index < computers; index += batchSize) {
    const size = Math.min(batchSize, computers - index);
    await added.add(Array.from({ length: size }, (_, offset) => sample(index + offset, benchOwner)));
  }
  await added.add(Array.from({ length: listSize }, (_, offset) => sample(computers + offset, listOwner)));
  await added.commit();
  await storage.close();
}

/** A managed computer that is ready, with everything that it can have. */
function sample(index: number, ownerId: string): StoredComputer {
  const id = computerId(index);
  const createdAt = 1_790_000_000_000 + index * 10;
  const uuid = `${id.slice(4, 12)}-${id.slice(12, 16)}-4${id.slice(17, 20)}-8${id.slice(21, 24)}-${id.slice(24)}`;
  const step = (stepId: string, name: string, second: number) => ({
    id: stepId,
    name,
    status: "completed",
    startedAt: createdAt + second * 1000,
    completedAt: createdAt + (second + 20) * 1000,
  });
  return newComputer(
    {
      id,
      name: `computer-${index}`,
      providerType: "managed",
      createdAt,
      hostId: uuid,
      hostname: `host-${index}.compute.example`,
      relayClientUrl: `wss://relay.compute.example/clients/${id}`,
      relayAgentUrl: `wss://relay.compute.example/agents/${id}`,
      remoteUser: "ubuntu",
      ownerPrincipalKind: "user",
      ownerId,
      computerSource: { kind: "template", templateId: "tpl_node_24" },
      provisioningSteps: [
        step("create-computer", "Create computer", 0),
        step("configure-environment", "Configure environment", 20),
        { ...step("install-deps", "Install dependencies", 40), installSessionId: `ins_${id.slice(4)}` },
      ],
    },
    createdAt,
  );
}
