import { createHash } from "node:crypto";
import { createReadStream, existsSync, mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StoredComputer } from "../src/computers/computer.ts";
import { newComputer } from "../src/computers/new-computer.ts";
import { openStorage } from "../src/storage/open-storage.ts";
import { migrations } from "../src/storage/sqlite/migrations.ts";

/** Whose computers there are as many of as the database is large. */
export const benchOwner = "usr_bench";
/** Owners of 100 computers each. Their lists, requested in turn, are ten times what the service caches. */
export const listOwners = Array.from({ length: 800 }, (_, index) => `usr_list_${index}`);

const listSize = 100;
const batchSize = 2500;
const format = 3;

/** The nth computer's id: its digest spreads ids over the database as random ones are spread. */
export function computerId(index: number): string {
  return `cmp_${createHash("md5").update(`computer ${index}`).digest("hex")}`;
}

/** The content of a database. */
export interface SeedOptions {
  readonly computers: number;
  /** Whether the owners of lists are there as well. */
  readonly withLists: boolean;
}

/**
 * Fills a database by the same import that the command line uses. It is kept among the temporary files: a million
 * computers take a while.
 *
 * @returns the path of the file
 */
export async function seedDatabase({ computers, withLists }: SeedOptions): Promise<string> {
  const folder = seedFolder(migrations, `${computers}${withLists ? "-with-lists" : ""}`);
  const path = join(folder, "bench.db");
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  try {
    await fillDatabase(`sqlite:${path}`, { computers, withLists });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return path;
}

/** The path of a database of this kind and schema. */
export function seedFolder(schema: readonly string[], kind: string): string {
  const version = createHash("sha256").update(`${format} ${schema.join()}`).digest("hex").slice(0, 12);
  return join(tmpdir(), "compute-host-bench", `${version}-${kind}`);
}

/** Reads a file once, so that the system has it in its cache: a disk's speed is not what is measured. */
export async function warmUp(path: string): Promise<void> {
  for await (const _chunk of createReadStream(path, { highWaterMark: 2 ** 20 }));
}

/** Imports the computers into an empty database. */
export async function fillDatabase(
  databaseUrl: string,
  { computers, withLists }: SeedOptions,
): Promise<void> {
  const owners = [
    { ownerId: benchOwner, count: computers },
    ...(withLists ? listOwners.map((ownerId) => ({ ownerId, count: listSize })) : []),
  ];
  const storage = await openStorage({ databaseUrl });
  const added = await storage.computers.beginImport();
  let batch: StoredComputer[] = [];
  for (const { index, ownerId } of interleaved(owners)) {
    batch.push(sampleComputer(index, ownerId));
    if (batch.length < batchSize) continue;
    await added.add(batch);
    batch = [];
  }
  await added.add(batch);
  await added.commit();
  await storage.close();
}

/** A computer of each owner in turn, as they come in real life: the rows of one owner lie far apart. */
function* interleaved(
  owners: readonly { readonly ownerId: string; readonly count: number }[],
): Generator<{ readonly index: number; readonly ownerId: string }> {
  // The first owner's computers have the indexes from 0, which the loads ask for.
  const firstIndexes = owners.map((_, at) => owners.slice(0, at).reduce((sum, { count }) => sum + count, 0));
  const most = Math.max(...owners.map(({ count }) => count));
  for (let turn = 0; turn < most; turn++) {
    for (const [at, { ownerId, count }] of owners.entries()) {
      if (turn < count) yield { index: (firstIndexes[at] as number) + turn, ownerId };
    }
  }
}

/** A managed computer that is ready, with everything that it can have. */
export function sampleComputer(index: number, ownerId: string): StoredComputer {
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
