import { expect, test } from "vitest";
import { ApiKeys } from "../src/auth/api-keys.ts";
import { openSandbox, sampleComputers } from "../src/sandbox.ts";
import { openStorage } from "../src/storage/open-storage.ts";
import { describeEngines } from "./describe-engines.ts";
import { engines } from "./engines.ts";
import { addComputers } from "./storage/sample-computers.ts";

describeEngines(engines, ({ takeDatabase }) => {
  test("a sandbox reuses its database, whatever its users did there", async () => {
    const database = await takeDatabase();
    const storage = await openStorage({ databaseUrl: database.url });
    const sandbox = { storage, apiKeys: new ApiKeys(storage.apiKeys), database: "db" };
    const fill = async () => (await openSandbox(sandbox))();
    expect(await fill()).toMatch(/^chk_/);
    for (const { id } of sampleComputers()) await storage.computers.remove({ id, ownerId: "usr_sandbox" });
    for await (const keys of sandbox.apiKeys.list())
      for (const { id } of keys) await sandbox.apiKeys.revoke(id);
    await addComputers(storage.computers, "own");
    expect(await fill()).toBeUndefined();
    await storage.close();
    await database.release();
  });

  test.each(["a computer", "a key"])("a sandbox refuses a database with %s of a service", async (what) => {
    const database = await takeDatabase();
    const storage = await openStorage({ databaseUrl: database.url });
    const apiKeys = new ApiKeys(storage.apiKeys);
    if (what === "a computer") await addComputers(storage.computers, "real");
    else await apiKeys.create({ name: "real", ownerId: "usr_ada", ownerKind: "user" });
    await expect(openSandbox({ storage, apiKeys, database: "db" })).rejects.toThrow(
      /db contains a service's data.*without --sandbox.*COMPUTE_HOST_DATABASE_URL/,
    );
    expect((await storage.computers.counts()).computers).toBe(what === "a computer" ? 1 : 0);
    await storage.close();
    await database.release();
  });
});
