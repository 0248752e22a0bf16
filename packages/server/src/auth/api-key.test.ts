import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { generateApiKey, hashApiKey, isApiKey } from "./api-key.ts";

describe("an API key", () => {
  test("is different every time and uses the whole alphabet", () => {
    const keys = Array.from({ length: 500 }, generateApiKey);
    expect(new Set(keys).size).toBe(500);
    const letters = new Set(keys.flatMap((key) => [...key.slice(4, 36)]));
    expect(letters.size).toBe(62);
  });

  test("keeps its checksum across releases", () => {
    expect(isApiKey("chk_000000000000000000000000000000002UPYeg")).toBe(true);
  });

  test("fails its checksum when any one character is changed", () => {
    const key = generateApiKey();
    for (let at = 4; at < key.length; at++) {
      const other = key[at] === "a" ? "b" : "a";
      expect(isApiKey(key.slice(0, at) + other + key.slice(at + 1)), `character ${at}`).toBe(false);
    }
  });

  test("is stored as its SHA-256", () => {
    const key = generateApiKey();
    expect(hashApiKey(key)).toBe(createHash("sha256").update(key).digest("hex"));
  });
});
