import ts from "typescript";
import type { Api } from "../model/api.ts";
import { apiOf } from "../model/api-of.ts";
import { DescriptionError } from "../model/description-error.ts";
import { outsideProfile } from "../profile/check-profile.ts";
import { outsideGrammar } from "../profile/outside-grammar.ts";
import { readSource } from "../profile/read-source.ts";
import { wrongValues } from "../profile/wrong-values.ts";
import type { JsonObject } from "../schema/json.ts";
import { generatedSources } from "./generated-sources.ts";

/** The text of each file, by its path in the repository. */
type Sources = Readonly<Record<string, string>>;

/**
 * Generates everything that comes from a description.
 *
 * @param text the description, in YAML
 * @param name how messages name its file
 * @throws Error with a line for each place that is not supported: its file and line, what is wrong, and what to do
 */
export function checkedSources(
  text: string,
  name: string,
  generate: (api: Api) => Sources = generatedSources,
): Sources {
  const { description, lineOf } = readSource(text, name);
  try {
    throwAll(outsideProfile(description));
    // The grammar allows only an object.
    const api = apiOf(description as JsonObject);
    throwAll([...outsideGrammar(api)]);
    // After the profile, because a wrong pattern cannot be compiled.
    throwAll(wrongValues(api));
    const sources = generate(api);
    for (const [path, source] of Object.entries(sources)) checkParses(path, source);
    return sources;
  } catch (error) {
    const errors = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
    const places = errors.map((one) => ({
      line: one instanceof DescriptionError ? lineOf(one.pointer) : 0,
      message: one instanceof Error ? one.message : String(one),
    }));
    const lines = places
      .toSorted((one, other) => one.line - other.line)
      .map(({ line, message }) => (line === 0 ? message : `${name}:${line}: ${message}`));
    throw new Error([...new Set(lines)].join("\n"), { cause: error });
  }
}

function throwAll(errors: readonly DescriptionError[]): void {
  if (errors.length > 0) throw new AggregateError(errors);
}

/** What the parser finds. The public way to get it, a `ts.Program`, takes five times as long. */
interface ParsedFile extends ts.SourceFile {
  readonly parseDiagnostics: readonly ts.DiagnosticWithLocation[];
}

/** Checks that a generated file parses as TypeScript. */
function checkParses(path: string, text: string): void {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest) as ParsedFile;
  const [problem] = file.parseDiagnostics;
  if (problem === undefined) return;
  const { line } = file.getLineAndCharacterOfPosition(problem.start);
  const reason = ts.flattenDiagnosticMessageText(problem.messageText, " ");
  throw new Error(`${path} would not parse: line ${line + 1}: ${reason}`);
}
