/** The steps of `pnpm spec:gate` after the comparison, by name; the gate sets the variables. */
const steps = {
  "Drift of generated files":
    "turbo run check --filter=!@compute-host/spec --filter=!@compute-host/repo --output-logs=errors-only",
  "Earlier consumers": "node tools/repo/src/release/check-consumers.ts",
  "Change log and package versions": "node tools/repo/src/release/check-version.ts",
};

/** Lists the gate's arguments for a change of this description, with all steps unless some are named. */
export function specGateArguments(names = Object.keys(steps) as readonly (keyof typeof steps)[]): string[] {
  const versionCommand = ["--version-command", "pnpm spec:version"];
  return [
    ...["check", "--config", "spec/redocly.yaml", ...versionCommand],
    ...names.flatMap((name) => ["--step", `${name}=${steps[name]}`]),
  ];
}
