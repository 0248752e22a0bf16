import { defineConfig } from "vitest/config";
import { MatrixReporter } from "./src/matrix-reporter.ts";

/** Whether the longer tests were asked for, which `npm test` leaves out. */
const isFull = process.argv.some((argument) => argument.startsWith("test/full"));

export default defineConfig({
  test: {
    include: isFull ? ["test/full/**/*.test.ts"] : ["test/*.test.ts"],
    globalSetup: "src/pack-once.ts",
    // A default, which the command line of the long suites overrides.
    outputFile: { json: "reports/vitest.json" },
    reporters: ["default", "json", new MatrixReporter()],
    // Compilers and runtimes start here, on a machine that does other things at the same time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
