/**
 * The output of `npm test -- --help` and of `npm run test:full -- --help`.
 *
 * @param {"test" | "test:full"} program
 */
export function testHelp(program) {
  const command = program === "test" ? "npm test" : "npm run test:full";
  const what =
    program === "test"
      ? "runs the checks and tests, except the gate on the spec (npm run check) and the long suites (npm run test:full)"
      : "runs the long suites, which npm test leaves out";
  return `Usage: ${command} [-- options of turbo]

Installs what it needs, and ${what}.
The table at the end has failed tasks first. The last line is \`N passed, N failed\`.

Options go to \`turbo run\`. For example:
  --filter=@compute-host/client  runs one package
  --force                        runs unchanged tasks too, whose results come from turbo's cache otherwise
  --concurrency=1                runs one task after another

Examples:
  ${command}
  ${command} -- --filter=@compute-host/client`;
}
