import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts", "src/**/*.test.ts", "reference/**/*.test.ts"],
    globalSetup: ["@compute-host/server/test-databases"],
    // Every file starts targets of its own; none leaves anything behind in a module.
    isolate: false,
    // These only end what hangs: nothing here depends on how fast the machine is.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // A default, which the command line of the long suites overrides.
    outputFile: { json: "reports/vitest.json" },
    reporters: ["default", "json"],
  },
});
