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
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const options = { noLib: true, noResolve: true };
  const [problem] = ts.createProgram([path], options, parsingHost(file)).getSyntacticDiagnostics(file);
  if (problem === undefined) return;
  const { line } = file.getLineAndCharacterOfPosition(problem.start);
  const reason = ts.flattenDiagnosticMessageText(problem.messageText, " ");
  throw new Error(`${path} would not parse: line ${line + 1}: ${reason}`);
}

/** A program of one file that only parses it: emitting would take five times as long. */
function parsingHost(file: ts.SourceFile): ts.CompilerHost {
  return {
    getSourceFile: () => file,
    fileExists: () => true,
    readFile: () => undefined,
    writeFile: () => {},
    getDefaultLibFileName: () => "",
    getCurrentDirectory: () => "",
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "\n",
  };
}
