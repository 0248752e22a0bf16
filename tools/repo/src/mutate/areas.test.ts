import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { areas } from "./areas.ts";

const cwd = new URL("../../../../", import.meta.url);

test("each area has sources and tests", () => {
  for (const [name, { sources, tests }] of Object.entries(areas))
    for (const pattern of [...sources, ...tests])
      expect
        .soft(globSync(pattern.replace("!", ""), { cwd }).length, `${name}: ${pattern}`)
        .toBeGreaterThan(0);
});
