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

test("an entry is on disk immediately, and the file disappears with the last entry", () => {
  const file = join(folder, "journal.json");
  const journal = openJournal(file, "http://host");
  expect(existsSync(file)).toBe(false);
  journal.remember("cmp_1", { name: "first" });
  journal.remember("cmp_1", { name: "changed meanwhile" });
  expect(JSON.parse(readFileSync(file, "utf8")).records).toEqual({ cmp_1: { name: "first" } });
  expect(openJournal(file, "http://host").entries.get("cmp_1")).toEqual({ name: "first" });
  journal.forget("cmp_1");
  expect(existsSync(file)).toBe(false);
});

test("a change replaces the file whole, so that a crash never leaves half of one", () => {
  const [file, former] = [join(folder, "journal.json"), join(folder, "former.json")];
  const journal = openJournal(file, "http://host");
  journal.remember("cmp_1", { name: "first" });
  linkSync(file, former);
  journal.remember("cmp_2", { name: "second" });
  expect(Object.keys(JSON.parse(readFileSync(former, "utf8")).records)).toEqual(["cmp_1"]);
  expect(openJournal(file, "http://host").entries.size).toBe(2);
});

test("a journal of another service and a broken journal are refused", () => {
  const file = join(folder, "journal.json");
  openJournal(file, "http://host").remember("cmp_1", { name: "first" });
  expect(() => openJournal(file, "http://other")).toThrow("belongs to http://host");
  writeFileSync(file, "{");
  expect(() => openJournal(file, "http://host")).toThrow("cannot be read");
});
