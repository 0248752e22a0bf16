import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../../test/temporary-folder.ts";
import { makeBackup } from "./backup.ts";

test("an incomplete copy does not get the name of the backup, and is removed", async () => {
  const folder = temporaryFolder();
  const made = makeBackup(join(folder, "copy.db"), async (path) => writeFileSync(path, "damaged"));
  await expect(made).rejects.toThrow(`${join(folder, "copy.db")} cannot be written: the file is not`);
  expect(readdirSync(folder)).toEqual([]);
});
