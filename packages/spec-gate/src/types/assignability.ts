import type ts from "typescript";
import { GoneProperties } from "./gone-properties.ts";

/** An assignment from one type to another, or a comparison of their properties; both are type expressions. */
export interface Assignment {
  /** For example `Base.paths["/a"]["get"]`. */
  readonly from: string;
  readonly to: string;
  /** Whether `to` has to have the properties of `from` that code names when it writes or reads a value. */
  readonly names?: "written" | "read";
}

/** Why an assignment does not compile. */
export interface Mismatch {
  /** The properties that lead to the mismatch. */
  readonly path: readonly string[];
  /** The properties that one side lacks. */
  readonly missing: readonly string[];
  readonly message: string;
  /** Whether the compiler gave up, which leaves no result. */
  readonly isTooComplex: boolean;
}

/** Helper types for the probes, in addition to the types of both versions. */
const prelude = `import type * as Base from "./base";
import type * as Revision from "./revision";
type Part<T, K extends string> = { [P in Extract<keyof T, K>]: T[P] };
type Bodies<T> = T extends { responses: infer R } ? { [S in keyof R]: R[S] extends { content: infer C } ? C : unknown } : unknown;
type Offered<T, O> = T extends { content: infer C } ? { content: O extends { content: infer D } ? Same<C, D> : C } : T;
type Body<T, O> = { [P in Extract<keyof T, "requestBody">]: Offered<T[P], P extends keyof O ? NonNullable<O[P]> : never> };
type Same<T, O> = { [S in keyof O]: S extends keyof T ? T[S] : never };
type Headers<T> = T extends { responses: infer R } ? { [S in keyof R]: R[S] extends { headers: infer H } ? H : unknown } : unknown;
`;

// The codes of "excessively deep and possibly infinite" and "a union type that is too complex to represent".
const tooComplex = new Set([2321, 2589, 2590]);

/**
 * Compiles the assignments with the types of both versions; resolves to a mismatch for each that fails to compile,
 * by its index.
 */
export async function mismatchesOf(
  versions: { readonly base: string; readonly revision: string },
  assignments: readonly Assignment[],
): Promise<ReadonlyMap<number, Mismatch>> {
  const { default: typescript } = await import("typescript");
  const probes = assignments.map(({ from, to, names }, index) =>
    names
      ? `export type Names${index} = [${from}, ${to}];`
      : `export const to${index} = (from: ${from}): ${to} => from;`,
  );
  const files: Record<string, string> = {
    "/base.ts": versions.base,
    "/revision.ts": versions.revision,
    "/probes.ts": prelude + probes.join("\n"),
  };
  const program = programOf(typescript, files);
  const first = prelude.split("\n").length - 1;
  const probeFile = program.getSourceFile("/probes.ts");
  const mismatches = new Map<number, Mismatch>();
  for (const diagnostic of program.getSemanticDiagnostics(probeFile)) {
    if (diagnostic.start === undefined || !probeFile) continue;
    const index = probeFile.getLineAndCharacterOfPosition(diagnostic.start).line - first;
    if (index >= 0 && !mismatches.has(index)) mismatches.set(index, mismatchOf(diagnostic));
  }
  const gone = new GoneProperties(typescript, program.getTypeChecker());
  for (const statement of probeFile?.statements ?? []) {
    if (!typescript.isTypeAliasDeclaration(statement) || !/^Names\d/.test(statement.name.text)) continue;
    const index = Number(statement.name.text.slice("Names".length));
    const mismatch = gone.between(statement.type as ts.TupleTypeNode, assignments[index]?.names ?? "read");
    if (mismatch) mismatches.set(index, { ...mismatch, message: "", isTooComplex: false });
  }
  return mismatches;
}

/** The compiler's own declarations, which are parsed once for all comparisons. */
const libraries = new Map<string, ts.SourceFile | undefined>();

/** Creates a program of strict TypeScript from files in memory. */
export function programOf(typescript: typeof ts, files: Readonly<Record<string, string>>): ts.Program {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: typescript.ScriptTarget.ES2022,
    lib: ["lib.es2022.d.ts"],
    module: typescript.ModuleKind.ESNext,
    moduleResolution: typescript.ModuleResolutionKind.Bundler,
  };
  const host = typescript.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.directoryExists = () => true;
  host.fileExists = (name) => Object.hasOwn(files, name) || fileExists(name);
  host.readFile = (name) => files[name] ?? readFile(name);
  host.getSourceFile = (name, version, ...rest) => {
    const text = files[name];
    if (text !== undefined) return typescript.createSourceFile(name, text, version, true);
    if (!libraries.has(name)) libraries.set(name, getSourceFile.call(host, name, version, ...rest));
    return libraries.get(name);
  };
  return typescript.createProgram(Object.keys(files), options, host);
}

function mismatchOf({ messageText, code }: ts.Diagnostic): Mismatch {
  const path: string[] = [];
  let message = typeof messageText === "string" ? messageText : messageText.messageText;
  let chain = typeof messageText === "string" ? undefined : messageText;
  let isTooComplex = tooComplex.has(code);
  while (chain) {
    message = chain.messageText;
    isTooComplex ||= tooComplex.has(chain.code);
    const [, names] =
      /^Types of property '(.*)' are incompatible/.exec(message) ??
      /^The types of '(.*)' are incompatible between these types/.exec(message) ??
      [];
    if (names !== undefined) path.push(...partsOf(names));
    chain = chain.next?.[0];
  }
  return { path, message, isTooComplex, missing: missingIn(message) };
}

/** Splits `200["application/json"].a` into its parts. */
function partsOf(names: string): string[] {
  return [...names.matchAll(/\["(?<quoted>(?:[^"\\]|\\.)*)"\]|(?<plain>[^.[\]]+)/g)].map(
    ({ groups = {} }) => groups.quoted ?? groups.plain ?? "",
  );
}

function missingIn(message: string): string[] {
  const one = /^Property '(.*)' is missing in type/.exec(message)?.[1];
  const several = /^Type .* is missing the following properties from type .*: ([^']*)$/.exec(message)?.[1];
  return one !== undefined ? partsOf(one) : (several?.replace(/, and \d+ more\.?$/, "").split(", ") ?? []);
}
