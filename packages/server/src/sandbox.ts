import { createComputerReader } from "./admin/computer-reader.ts";
import type { ApiKeys } from "./auth/api-keys.ts";
import type { StoredComputer } from "./computers/computer.ts";
import { ComputerConflictError } from "./computers/store-errors.ts";
import { examples } from "./openapi/examples.gen.ts";
import type { Storage } from "./storage/storage.ts";

/** The context of {@link openSandbox}. */
export interface SandboxOptions {
  readonly storage: Storage;
  readonly apiKeys: ApiKeys;
  /** The name of the database in messages. */
  readonly database: string;
}

/**
 * Checks that a sandbox may use a database, and changes nothing yet: a start that fails must not make a key that
 * nobody sees.
 *
 * @returns a function that fills an empty database with sample computers, and resolves to a new API key for their
 *   owner. A database that a sandbox has already filled it leaves unchanged, and resolves to `undefined`.
 * @throws Error for any other database: a sandbox would complete its steps without running them.
 */
export async function openSandbox(options: SandboxOptions): Promise<() => Promise<string | undefined>> {
  const { storage, apiKeys, database } = options;
  const [hasKeys, { computers }] = await Promise.all([apiKeys.hasAny(), storage.computers.counts()]);
  if (!hasKeys && computers === 0) return () => fillSandbox(options);
  if (await isSandbox(options)) return async () => undefined;
  throw new Error(
    `${database} contains a service's data, and a sandbox would complete its steps without running them: ` +
      "start without --sandbox, or set COMPUTE_HOST_DATABASE_URL to another database.",
  );
}

async function fillSandbox({ storage, apiKeys }: SandboxOptions): Promise<string | undefined> {
  try {
    await storage.computers.add(sampleComputers());
  } catch (error) {
    // Another node, which started at the same time, has filled it.
    if (error instanceof ComputerConflictError) return undefined;
    throw error;
  }
  const { key } = await apiKeys.create({ name: keyName, ownerId: sandboxOwnerId, ownerKind: "user" });
  return key;
}

/**
 * Whether a sandbox filled a database: it has the sandbox's key, which stays even if revoked, or a sample computer,
 * whose key another node may be creating.
 */
async function isSandbox({ storage, apiKeys }: SandboxOptions): Promise<boolean> {
  for await (const keys of apiKeys.list())
    if (keys.some(({ name, ownerId }) => name === keyName && ownerId === sandboxOwnerId)) return true;
  for (const { id } of sampleComputers())
    if ((await storage.computers.get({ id, ownerId: sandboxOwnerId })) !== undefined) return true;
  return false;
}

/** The name of a sandbox's key. */
const keyName = "sandbox";

/** The owner of a sandbox's samples. */
export const sandboxOwnerId = "usr_sandbox";

/** Computers among the spec's examples that together show every state. */
const sampleNames = [
  "computerProvisioning",
  "computerActive",
  "computerInstallDepsFailed",
  "computerByomWithHost",
  "computerManagedFromTemplate",
] as const;

/** The computers of a new sandbox: examples of the spec, all with one owner. */
export function sampleComputers(): readonly StoredComputer[] {
  const readComputer = createComputerReader();
  return sampleNames.map((name) =>
    readComputer({ ...examples[name], ownerPrincipalKind: "user", ownerId: sandboxOwnerId }),
  );
}
