import { defineConfig } from "vitest/config";

// Many of these tests start programs; the limit allows for a busy machine.
export default defineConfig({ test: { testTimeout: 180_000, hookTimeout: 180_000 } });
