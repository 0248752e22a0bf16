/** The steps of `pnpm spec:gate` after the comparison, by name; the gate sets the variables. */
const steps = {
  "Drift of generated files":
    "turbo run check --filter=!@compute-host/spec --filter=!@compute-host/repo --output-logs=errors-only",
  "Earlier consumers": "node tools/repo/src/release/check-consumers.ts",
  "Change log and package versions": "node tools/repo/src/release/check-version.ts",
};

/** The gate's arguments for a change of this description, without its steps. */
export const gateArguments: readonly string[] = [
  ...["check", "--config", "spec/redocly.yaml"],
  ...["--version-command", "pnpm spec:version"],
];

export const stepArguments: readonly string[] = Object.entries(steps).flatMap(([name, command]) => [
  "--step",
  `${name}=${command}`,
]);
