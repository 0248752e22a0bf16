import { defineConfig, type ViteUserConfig } from "vitest/config";

const config: ViteUserConfig = defineConfig({
  test: {
    // These only end what hangs: nothing here depends on how fast the machine is.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    typecheck: { enabled: true, include: ["test/**/*.test-d.ts"] },
  },
});

export default config;
