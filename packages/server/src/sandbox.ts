import type { Computer } from "@compute-host/types";
import { createComputerReader } from "./admin/computer-reader.ts";
import type { ApiKeys } from "./auth/api-keys.ts";
import type { StoredComputer } from "./computers/computer.ts";
import { ComputerConflictError } from "./computers/store-errors.ts";
import { resolveNode, type SpecDocument } from "./openapi/spec-document.ts";
import type { Storage } from "./storage/storage.ts";

/** The context of {@link fillSandbox}. */
export interface SandboxOptions {
  readonly storage: Storage;
  readonly apiKeys: ApiKeys;
  readonly spec: SpecDocument;
}

/**
 * Fills an empty database with sample computers and makes an API key that owns them. A database with a computer or a
 * key in it is left as it is.
 *
 * @returns the key, or `undefined` if nothing was done.
 */
export async function fillSandbox({ storage, apiKeys, spec }: SandboxOptions): Promise<string | undefined> {
  const [hasKeys, { computers }] = await Promise.all([apiKeys.hasAny(), storage.computers.counts()]);
  if (hasKeys || computers > 0) return undefined;
  const addition = await storage.computers.beginImport();
  await addition.add(sampleComputers(spec));
  try {
    await addition.commit();
  } catch (error) {
    // Another node that started at the same time has filled it.
    if (error instanceof ComputerConflictError) return undefined;
    throw error;
  }
  const { key } = await apiKeys.create({ name: "sandbox", ownerId: sandboxOwnerId, ownerKind: "user" });
  return key;
}

/** The owner of a sandbox's samples. */
export const sandboxOwnerId = "usr_sandbox";

/** Computers of the spec's examples that show every state between them. */
const sampleNames = [
  "computerProvisioning",
  "computerActive",
  "computerInstallDepsFailed",
  "computerByomWithHost",
  "computerManagedFromTemplate",
] as const;

/** The computers of a new sandbox: examples of the spec that are given to one owner. */
export function sampleComputers(spec: SpecDocument): readonly StoredComputer[] {
  const readComputer = createComputerReader(spec);
  return sampleNames.map((name) => {
    const { value } = resolveNode(spec, `/components/examples/${name}`);
    return readComputer({ ...(value as Computer), ownerPrincipalKind: "user", ownerId: sandboxOwnerId });
  });
}
