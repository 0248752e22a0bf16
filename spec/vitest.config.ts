import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // No file leaves anything behind in a module, and the reader of descriptions takes long to load.
    isolate: false,
    // The limits only end what hangs: nothing here depends on how fast the machine is.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
