import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    globalSetup: ["test/postgres/global-setup.ts"],
    // A worker that loads the service again for each file takes longer than most of them.
    isolate: false,
    // These only end what hangs: nothing here depends on how fast the machine is.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
