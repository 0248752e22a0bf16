import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { allOf } from "../../test/all-of.ts";
import { temporaryFolder } from "../../test/temporary-folder.ts";
import { ApiKeys } from "../auth/api-keys.ts";
import { description } from "../openapi/description.gen.ts";
import { openStorage } from "../storage/open-storage.ts";
import type { Storage } from "../storage/storage.ts";
import { type ApiKeyInfo, type ComputerFilter, ImportError } from "./administration.ts";
import { type Administration, createAdministration } from "./create-administration.ts";

let storage: Storage;
let apiKeys: ApiKeys;
let administration: Administration;

beforeEach(async () => {
  storage = await openStorage({ databaseUrl: `sqlite:${join(temporaryFolder(), "data.db")}` });
  apiKeys = new ApiKeys(storage.apiKeys);
  administration = createAdministration({ storage, apiKeys, spec: description });
});

afterEach(() => storage.close());

function computer(number: number, more: object = {}): string {
  return JSON.stringify({
    id: `cmp_${number}`,
    name: `n${number}`,
    providerType: "byom",
    ownerId: "usr_ada",
    ...more,
  });
}

async function* file(...lines: string[]): AsyncGenerator<Uint8Array> {
  for (const line of lines) yield Buffer.from(`${line}\n`);
}

async function idsOf(filter?: ComputerFilter): Promise<string[]> {
  const texts = await allOf(administration.listComputers(filter));
  return texts.map((text) => (JSON.parse(text) as { id: string }).id);
}

async function keysOf(): Promise<ApiKeyInfo[]> {
  const texts = await allOf(administration.listKeys());
  return texts.map((text) => JSON.parse(text) as ApiKeyInfo);
}

describe("the administration", () => {
  test("deletes a computer with the longest ID, and finds none with a longer one", async () => {
    const id = "i".repeat(128);
    await administration.importComputers(file(computer(1, { id })));
    expect(await administration.deleteComputer("i".repeat(5_000))).toBe(false);
    expect(await administration.deleteComputer(id)).toBe(true);
  });

  test("imports and lists more computers than fit in a batch", async () => {
    const lines = Array.from({ length: 2500 }, (_, number) => computer(number));
    expect(await administration.importComputers(file(...lines))).toEqual({ imported: 2500 });
    expect(new Set(await idsOf()).size).toBe(2500);
    expect(new Set(await idsOf({ ownerId: "usr_ada" })).size).toBe(2500);
  });

  test("imports nothing of a file with wrong records, and names their lines and fields", async () => {
    const lines = [
      computer(1),
      computer(2, { nmae: "x" }),
      "{",
      computer(4, { name: "" }),
      computer(5, { name: "\ud83d" }),
    ];
    const error = await administration.importComputers(file(...lines)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ImportError);
    expect((error as ImportError).problems).toEqual([
      { line: 2, field: "/nmae", message: "is not a known property" },
      { line: 3, message: expect.stringContaining("is not JSON") },
      { line: 4, field: "/name", message: "must have at least 1 character" },
      { line: 5, field: "/name", message: expect.stringContaining("half of a surrogate pair") },
    ]);
    expect(await idsOf()).toEqual([]);
  });

  test("gives up on a large file after its first wrong records, without waiting for its end", async () => {
    let sent = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        sent += 1;
        yield Buffer.from(`{"nonsense":${sent}}\n`);
      }
    }
    const error = await administration.importComputers(endless()).catch((thrown: unknown) => thrown);
    expect((error as ImportError).problems).toHaveLength(20);
  });

  test.each([
    ["id", { id: "cmp_1" }, "/id"],
    ["name", { name: "n1" }, "/name"],
    ["host", { hostId: "3F0C9A52-6b1e-4f0f-9d1c-2a7c5e8b4d10" }, "/hostId"],
  ])(
    "names the line of a computer whose %s is taken, in the database or in the file",
    async (_, more, field) => {
      const first = computer(1, { hostId: "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10" });
      const twice = file(first, "", computer(2), computer(3, more));
      const expected = { problems: [expect.objectContaining({ line: 4, field })] };
      await expect(administration.importComputers(twice)).rejects.toMatchObject(expected);
      expect(await idsOf()).toEqual([]);
      await administration.importComputers(file(first));
      await expect(
        administration.importComputers(file("", computer(2), "", computer(3, more))),
      ).rejects.toMatchObject(expected);
      expect(await idsOf()).toEqual(["cmp_1"]);
    },
  );

  test("creates one computer, or names what is wrong with it", async () => {
    const record = { name: "build-box", providerType: "managed", ownerId: "usr_ada" };
    const created = await administration.createComputer(record);
    expect(created).toMatchObject({ ...record, status: "provisioning" });
    expect(await idsOf()).toEqual([created.id]);
    await expect(administration.createComputer(record)).rejects.toMatchObject({
      problems: [{ field: "/name", message: "another computer of this owner has this name" }],
    });
  });

  test("changes fields of a computer, or names what is wrong with them", async () => {
    const hostId = "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10";
    await administration.importComputers(file(computer(1), computer(2, { status: "active", hostId })));
    const fields = { hostname: "192.0.2.7", remoteUser: "ada", name: "renamed" };
    expect(await administration.updateComputer("cmp_1", fields)).toMatchObject({ id: "cmp_1", ...fields });
    expect(await administration.getComputer("cmp_1")).toMatchObject({ ...fields, status: "provisioning" });
    const refused = (id: string, fields: object) =>
      administration.updateComputer(id, fields).catch((error: Error) => error.message);
    expect(await refused("cmp_1", { name: "", status: "active" })).toMatch(/^\/status: .*\n?.*|^\/name/);
    expect(await refused("cmp_1", { name: "n2" })).toBe("Another computer of this owner has this name.");
    expect(await refused("cmp_1", { hostId })).toContain("is linked to this host");
    expect(await refused("cmp_2", { hostId: hostId.replace("3f", "4f") })).toContain("cannot be changed");
    expect(await refused("cmp_9/..", {})).toBe("There is no computer cmp_9/...");
    await expect(administration.getComputer("cmp_9")).rejects.toThrow("There is no computer cmp_9.");
    expect(await idsOf({ status: "active" })).toEqual(["cmp_2"]);
    expect(await idsOf({ status: "active", ownerId: "usr_eve" })).toEqual([]);
  });

  test("creates, lists and revokes keys, with immediate effect", async () => {
    const created = await administration.createKey({ name: "ci", ownerId: "usr_ada", ownerKind: "user" });
    expect(apiKeys.principalOf(created.key)).toMatchObject({ ownerId: "usr_ada" });
    const listed = await keysOf();
    expect(listed).toEqual([expect.objectContaining({ id: created.id, name: "ci", ownerKind: "user" })]);
    expect(JSON.stringify(listed)).not.toContain(created.key.slice(4, 20));
    expect(JSON.stringify(listed)).not.toContain("sha256");
    expect(await administration.revokeKey(created.id)).toBe(true);
    expect(apiKeys.principalOf(created.key)).toBeUndefined();
    expect(await administration.revokeKey(created.id)).toBe(false);
    expect(await administration.revokeKey("a/../b")).toBe(false);
  });
});
