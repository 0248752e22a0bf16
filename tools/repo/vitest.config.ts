import { defineConfig } from "vitest/config";

/** Whether to run the long tests, which `npm test` skips. */
const isFull = process.argv.some((argument) => argument.startsWith("test/full"));

export default defineConfig({
  test: {
    include: isFull ? ["test/full/**/*.test.ts"] : ["src/**/*.test.ts", "test/*.test.ts"],
    // Many of these tests start programs; the limit allows for a busy machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
