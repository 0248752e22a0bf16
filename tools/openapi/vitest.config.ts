import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // No file leaves anything behind in a module, and TypeScript takes long to load.
    isolate: false,
    // The limits only end what hangs: nothing here depends on how fast the machine is.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
