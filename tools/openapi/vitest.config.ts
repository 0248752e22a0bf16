import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // No file leaves anything behind in a module, and TypeScript is slow to load.
    isolate: false,
    // They only end what hangs: no test depends on how fast the machine is.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
