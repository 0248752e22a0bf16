import { defineConfig } from "vitest/config";

// The limits only end what hangs: nothing here depends on how fast the machine is.
export default defineConfig({
  test: { testTimeout: 300_000, hookTimeout: 300_000 },
});
