import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findPublishedPackages, workspaceRoot } from "../src/packages/published-packages.ts";
import { nodeRuntimesFor } from "../src/runtimes.ts";

test("SUPPORT.md names the Node.js that each package needs", () => {
  const tested = nodeRuntimesFor(">=20").map(({ version }) => version.split(".")[0]);
  const rows = readFileSync(join(workspaceRoot, "SUPPORT.md"), "utf8").split("\n");
  const needing = findPublishedPackages().filter(({ manifest }) => manifest.engines?.node);
  expect(needing.length).toBeGreaterThan(3);
  for (const { manifest } of needing) {
    const needed = manifest.engines?.node?.replace(">=", "");
    const row = rows.find((line) => line.split("|")[1]?.includes(manifest.name.split("/")[1] ?? ""));
    const supported = needed === tested[0] ? `${needed} to ${tested.at(-1)}` : `${needed} and newer`;
    expect(row?.split("|")[2]?.trim(), manifest.name).toBe(supported);
  }
});
