import { ApiKeys } from "../../src/auth/api-keys.ts";
import type { StoredComputer } from "../../src/computers/computer.ts";
import { openStorage } from "../../src/storage/open-storage.ts";

/** Puts computers and a key of `usr_ada` into a database, and gives the key. */
export async function prepareDatabase(path: string, computers: readonly StoredComputer[]): Promise<string> {
  const storage = await openStorage({ databaseUrl: `sqlite:${path}` });
  const keys = new ApiKeys(storage.apiKeys);
  const { key } = await keys.create({ name: "test", ownerId: "usr_ada", ownerKind: "user" });
  const added = await storage.computers.beginImport();
  await added.add(computers);
  await added.commit();
  await storage.close();
  return key;
}
