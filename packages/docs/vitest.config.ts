import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts", "src/**/*.test.ts"],
    // No file leaves anything behind in a module, and the highlighter and the compiler take long to load.
    isolate: false,
    // The limits only end what hangs: nothing here depends on how fast the machine is.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
