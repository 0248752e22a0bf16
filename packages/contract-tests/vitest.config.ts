import { defineConfig } from "vitest/config";

const databases = "@compute-host/server/test-databases";

export default defineConfig({
  test: {
    // Every file starts targets of its own; none leaves anything behind in a module.
    isolate: false,
    // These only end what hangs: nothing here depends on how fast the machine is.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // A default, which the command line of the long suites overrides.
    outputFile: { json: "reports/vitest.json" },
    reporters: ["default", "json"],
    projects: [
      // `pnpm test:mock` runs only this project, without a database.
      { extends: true, test: { name: "mock", include: ["test/mock.test.ts"] } },
      {
        extends: true,
        test: {
          name: "suite",
          include: ["test/**/*.test.ts", "src/**/*.test.ts"],
          exclude: ["test/mock.test.ts", "test/{build,client,full}/**"],
          globalSetup: databases,
        },
      },
      // What needs the client: its fake as a target, and its reading of the mock's responses.
      { extends: true, test: { name: "client", include: ["test/client/*.test.ts"] } },
      { extends: true, test: { name: "full", include: ["test/full/**/*.test.ts"], globalSetup: databases } },
    ],
  },
});
