import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: ["test/postgres/global-setup.ts"],
    // Loading the service again for each file would take longer than most of them.
    isolate: false,
    // These only end tests that hang; nothing here depends on the speed of the machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
