import { defineConfig } from "vitest/config";

/** For each project alone: it packs for what the project is called. */
const globalSetup = "src/pack-once.ts";

export default defineConfig({
  test: {
    // No test changes what another file loads, so that a worker loads it once.
    isolate: false,
    // These only end what hangs: nothing here depends on how fast the machine is.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    projects: [
      { extends: true, test: { globalSetup, name: "everyday", include: ["test/*.test.ts"] } },
      { extends: true, test: { globalSetup, name: "full", include: ["test/full/*.test.ts"] } },
    ],
  },
});
