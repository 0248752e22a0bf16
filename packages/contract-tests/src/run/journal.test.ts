import { existsSync, linkSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openJournal } from "./journal.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "journal-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("an entry is on disk immediately, in a file that is replaced whole and disappears with the last entry", () => {
  const [file, former] = [join(folder, "journal.json"), join(folder, "former.json")];
  const journal = openJournal(file, "http://host");
  expect(existsSync(file)).toBe(false);
  journal.remember("cmp_1", { name: "first" });
  journal.remember("cmp_1", { name: "changed meanwhile" });
  linkSync(file, former);
  journal.remember("cmp_2", { name: "second" });
  expect(JSON.parse(readFileSync(former, "utf8")).records).toEqual({ cmp_1: { name: "first" } });
  expect([...openJournal(file, "http://host").entries.keys()]).toEqual(["cmp_1", "cmp_2"]);
  for (const id of ["cmp_1", "cmp_2"]) journal.forget(id);
  expect(existsSync(file)).toBe(false);
});

test("a journal of another service and a broken journal are refused", () => {
  const file = join(folder, "journal.json");
  openJournal(file, "http://host").remember("cmp_1", { name: "first" });
  expect(() => openJournal(file, "http://other")).toThrow("belongs to http://host");
  writeFileSync(file, "{");
  expect(() => openJournal(file, "http://host")).toThrow("cannot be read");
});
