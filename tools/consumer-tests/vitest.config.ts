import { defineConfig } from "vitest/config";

/** Separate for each project: it packs what the project installs. */
const globalSetup = "src/packages/pack-once.ts";

export default defineConfig({
  test: {
    // No test changes what another file loads, so that a worker loads it once.
    isolate: false,
    // They only end what hangs: no test depends on how fast the machine is.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Each has the name of its task.
    projects: [
      { extends: true, test: { globalSetup, name: "test", include: ["test/*.test.ts"] } },
      {
        extends: true,
        test: {
          globalSetup,
          name: "test:client",
          include: ["test/client/*.test.ts", "test/{docstrings,packaging}.test.ts"],
        },
      },
      { extends: true, test: { globalSetup, name: "test:full", include: ["test/full/*.test.ts"] } },
    ],
  },
});
