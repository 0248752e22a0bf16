import { ApiKeys } from "../../src/auth/api-keys.ts";
import type { StoredComputer } from "../../src/computers/computer.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import { addComputers } from "../storage/sample-computers.ts";

/** Adds computers and a key of `usr_ada` to a database, and returns the key. */
export async function fillDatabase(
  databaseUrl: string,
  computers: readonly StoredComputer[],
): Promise<string> {
  const storage = await openStorage({ databaseUrl });
  const keys = new ApiKeys(storage.apiKeys);
  const { key } = await keys.create({ name: "test", ownerId: "usr_ada", ownerKind: "user" });
  await addComputers(storage.computers, ...computers);
  await storage.close();
  return key;
}
