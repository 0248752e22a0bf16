import { defineConfig } from "vitest/config";
import { ContractReporter } from "./src/report/contract-reporter.ts";

/** With a service named in the environment, the suite runs against that service alone. */
const hasRemoteTarget = Boolean(process.env.CONTRACT_BASE_URL);

export default defineConfig({
  test: {
    include: hasRemoteTarget ? ["test/remote.test.ts"] : ["test/**/*.test.ts", "src/**/*.test.ts"],
    exclude: hasRemoteTarget ? [] : ["test/remote.test.ts"],
    // Every file starts targets of its own; none leaves anything behind in a module.
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 30_000,
    reporters: [
      "default",
      ["json", { outputFile: "reports/vitest.json" }],
      new ContractReporter({ namesSkipped: hasRemoteTarget }),
    ],
  },
});
