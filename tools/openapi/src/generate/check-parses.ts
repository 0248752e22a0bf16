import ts from "typescript";

/** What the parser finds; a program would tell it in public, after five times the work. */
interface ParsedFile extends ts.SourceFile {
  readonly parseDiagnostics: readonly ts.DiagnosticWithLocation[];
}

/**
 * Checks that a generated file parses as TypeScript.
 *
 * @throws Error naming the file and the line
 */
export function checkParses(path: string, text: string): void {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest) as ParsedFile;
  const [problem] = file.parseDiagnostics;
  if (problem === undefined) return;
  const { line } = file.getLineAndCharacterOfPosition(problem.start);
  const reason = ts.flattenDiagnosticMessageText(problem.messageText, " ");
  throw new Error(`${path} would not parse: line ${line + 1}: ${reason}`);
}
