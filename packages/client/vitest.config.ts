import { defineConfig, type ViteUserConfig } from "vitest/config";

const config: ViteUserConfig = defineConfig({
  test: {
    // Limits for a busy machine, not expectations.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    typecheck: { enabled: true, include: ["test/**/*.test-d.ts"] },
  },
});

export default config;
