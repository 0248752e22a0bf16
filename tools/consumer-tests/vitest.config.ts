import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: "src/pack-once.ts",
    // No test changes what another file loads, so that a worker loads it once.
    isolate: false,
    // These only end what hangs: nothing here depends on how fast the machine is.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    projects: [
      { extends: true, test: { name: "everyday", include: ["test/*.test.ts"] } },
      { extends: true, test: { name: "full", include: ["test/full/*.test.ts"] } },
    ],
  },
});
