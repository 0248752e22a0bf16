import { readFileSync } from "node:fs";
import { handwrittenNames } from "@compute-host/openapi/handwritten-names";
import { expect, test } from "vitest";

test("the generator knows every name of a type that the main entry exports by hand", () => {
  const entry = readFileSync(new URL("../../src/index.ts", import.meta.url), "utf8");
  const lists = [...entry.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].map(([, list = ""]) => list);
  const names = lists.flatMap((list) => list.split(",").map((name) => name.replace("type", "").trim()));
  expect(handwrittenNames.toSorted()).toEqual(names.filter((name) => /^[A-Z]/.test(name)).toSorted());
});
