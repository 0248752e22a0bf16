import { defineConfig } from "vitest/config";

/** Whether to run the long tests, which `npm test` skips. */
const isFull = process.argv.some((argument) => argument.startsWith("test/full"));

export default defineConfig({
  test: {
    include: isFull ? ["test/full/**/*.test.ts"] : ["test/*.test.ts"],
    globalSetup: "src/pack-once.ts",
    // No test changes what another file loads, so that a worker loads it once.
    isolate: false,
    // These only end what hangs: nothing here depends on how fast the machine is.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
