import { defineConfig, type ViteUserConfig } from "vitest/config";

const config: ViteUserConfig = defineConfig({
  test: {
    // No file leaves anything behind in a module or a global variable.
    isolate: false,
    // The machine's values could lead tests to a real service.
    env: { COMPUTE_HOST_URL: "", COMPUTE_HOST_TOKEN: "" },
    // They only end what hangs: no test depends on how fast the machine is.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});

export default config;
