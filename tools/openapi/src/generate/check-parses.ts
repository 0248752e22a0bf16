import ts from "typescript";

/**
 * Checks that a generated file parses as TypeScript, or as JSON if its name ends so.
 *
 * @throws Error naming the file and the line
 */
export function checkParses(path: string, text: string): void {
  if (path.endsWith(".json")) {
    JSON.parse(text);
    return;
  }
  const options = { fileName: path, reportDiagnostics: true, compilerOptions: { noLib: true } };
  const [problem] = ts.transpileModule(text, options).diagnostics ?? [];
  if (problem === undefined) return;
  const { line = 0 } = problem.file?.getLineAndCharacterOfPosition(problem.start ?? 0) ?? {};
  const reason = ts.flattenDiagnosticMessageText(problem.messageText, " ");
  throw new Error(`${path} would not parse: line ${line + 1}: ${reason}`);
}
