import { defineConfig } from "vitest/config";
import { MatrixReporter } from "./src/matrix-reporter.ts";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "src/pack-once.ts",
    reporters: ["default", ["json", { outputFile: "reports/vitest.json" }], new MatrixReporter()],
    // Compilers and runtimes start here, on a machine that does other things at the same time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
