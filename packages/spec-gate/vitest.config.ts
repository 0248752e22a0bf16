import { defineConfig } from "vitest/config";

// The limits only end what hangs: nothing here depends on how fast the machine is. Files share the modules of their
// process, which would take half of the suite's time to load.
export default defineConfig({
  test: {
    isolate: false,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
