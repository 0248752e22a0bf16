import { posix } from "node:path";
import ts from "typescript60";
import type { Source } from "./sources.ts";

/** A path in the text of a file: of an import, of `join`, `new URL` and the like, or a plain string. */
export interface PathReference {
  /** Relative to the root; a `*` stands for what only a run knows. */
  readonly path: string;
  readonly line: number;
}

/** A value that the text of a file tells: a text, or a place in the repository. A `*` stands for what it does not tell. */
interface Value {
  /** If it is a place, relative to the root. */
  readonly text: string;
  readonly isPlace: boolean;
}

/** Finds the constant that a file imports. */
export type FindConstant = (file: string, specifier: string, name: string) => Value | undefined;

const unknown: Value = { text: "*", isPlace: false };
const samePlace = new Set([
  "fileURLToPath",
  "pathToFileURL",
  "realpathSync",
  "realpath",
  "String",
  "normalize",
]);
const joining = new Set(["URL", "dirname", "join", "resolve"]);

/** Evaluates the expressions of one file that are paths. */
export class PathEvaluator {
  readonly #source: Source;
  readonly #findConstant: FindConstant;
  /** By name; `undefined` if several variables share it. */
  readonly #variables = new Map<string, ts.Expression | undefined>();
  readonly #imported = new Map<string, { readonly specifier: string; readonly name: string }>();
  /** Those that are being evaluated: a variable may name itself. */
  readonly #open = new Set<string>();

  constructor(source: Source, findConstant: FindConstant) {
    this.#source = source;
    this.#findConstant = findConstant;
    const visit = (node: ts.Node): void => {
      if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name))
        this.#variables.set(
          node.name.text,
          this.#variables.has(node.name.text) ? undefined : node.initializer,
        );
      else if (ts.isParameter(node) && ts.isIdentifier(node.name))
        this.#variables.set(node.name.text, undefined);
      else if (ts.isImportDeclaration(node)) this.#addImports(node);
      ts.forEachChild(node, visit);
    };
    visit(source.tree);
  }

  #addImports({ importClause, moduleSpecifier }: ts.ImportDeclaration): void {
    const bindings = importClause?.namedBindings;
    if (bindings === undefined || !ts.isNamedImports(bindings) || !ts.isStringLiteral(moduleSpecifier))
      return;
    for (const { name, propertyName } of bindings.elements)
      this.#imported.set(name.text, { specifier: moduleSpecifier.text, name: (propertyName ?? name).text });
  }

  /** The value of a variable of the file. */
  constant(name: string): Value | undefined {
    const initializer = this.#variables.get(name);
    if (initializer === undefined || this.#open.has(name)) return undefined;
    this.#open.add(name);
    const value = this.evaluate(initializer);
    this.#open.delete(name);
    return value;
  }

  /** Evaluates an expression as far as the text of the file tells its value. */
  evaluate(node: ts.Node): Value | undefined {
    if (ts.isStringLiteralLike(node)) return { text: node.text, isPlace: false };
    if (ts.isTemplateExpression(node))
      return concat([
        { text: node.head.text, isPlace: false },
        ...node.templateSpans.flatMap(({ expression, literal }) => [
          this.evaluate(expression) ?? unknown,
          { text: literal.text, isPlace: false },
        ]),
      ]);
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
      return concat([this.evaluate(node.left) ?? unknown, this.evaluate(node.right) ?? unknown]);
    if (ts.isIdentifier(node)) return this.#identifier(node.text);
    if (ts.isPropertyAccessExpression(node)) return this.#property(node);
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) return this.#call(node);
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isAwaitExpression(node))
      return this.evaluate(node.expression);
    return undefined;
  }

  #identifier(name: string): Value | undefined {
    const imported = this.#imported.get(name);
    return imported === undefined
      ? this.constant(name)
      : this.#findConstant(this.#source.file, imported.specifier, imported.name);
  }

  #property({ expression, name }: ts.PropertyAccessExpression): Value | undefined {
    const { file } = this.#source;
    if (ts.isMetaProperty(expression)) {
      if (name.text === "url" || name.text === "filename") return { text: file, isPlace: true };
      return name.text === "dirname" ? { text: posix.dirname(file), isPlace: true } : undefined;
    }
    return name.text === "href" || name.text === "pathname" ? this.evaluate(expression) : undefined;
  }

  #call({
    expression,
    arguments: given = ts.factory.createNodeArray(),
  }: ts.CallExpression | ts.NewExpression) {
    const callee = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
    const name = ts.isIdentifier(callee) ? callee.text : "";
    if (!samePlace.has(name) && !joining.has(name)) return undefined;
    const [first, ...rest] = given.map((argument) => this.evaluate(argument) ?? unknown);
    if (first === undefined) return undefined;
    if (samePlace.has(name)) return first;
    if (name === "dirname") return first.isPlace ? { ...first, text: posix.dirname(first.text) } : undefined;
    if (name === "URL") {
      const [base] = rest;
      if (first.isPlace || base === undefined || !base.isPlace) return first.isPlace ? first : undefined;
      const folder = base.text.endsWith("/") || base.text === "" ? base.text : posix.dirname(base.text);
      return place(posix.join(folder, first.text));
    }
    return concatWithSlashes([first, ...rest]);
  }
}

function concat(parts: readonly Value[]): Value {
  const [first, ...rest] = parts.filter(({ text, isPlace }) => isPlace || text !== "");
  if (first === undefined) return { text: "", isPlace: false };
  const text = [first, ...rest].map((part) => part.text).join("");
  // The root is the empty text: what follows it begins with a slash if the root's own name does not end in one.
  return first.isPlace ? place(text.replace(/^\/+/, "")) : { text, isPlace: false };
}

/** As `join` does. A place after the first part makes the parts before it void, as in `resolve`. */
function concatWithSlashes(parts: readonly Value[]): Value {
  const from = Math.max(
    0,
    parts.findLastIndex(({ isPlace }) => isPlace),
  );
  const used = parts.slice(from);
  const text = posix.join(...used.map((part) => part.text));
  return used[0]?.isPlace ? place(text) : { text, isPlace: false };
}

function place(text: string): Value {
  return { text: text === "." || text === "./" ? "" : text, isPlace: true };
}

/**
 * The paths that a file names. A plain string counts from the file, from its package, and, in a file that evaluates the
 * place of the root, from there.
 */
export function pathReferences(source: Source, folder: string, evaluator: PathEvaluator): PathReference[] {
  const references: PathReference[] = [];
  const fromRoot: PathReference[] = [];
  let namesRoot = false;
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isImportTypeNode(node)) return;
    const value = evaluator.evaluate(node);
    if (value?.isPlace) {
      namesRoot ||= value.text === "";
      references.push({ path: value.text, line: lineOf(node) });
      return;
    }
    if (value !== undefined && mayBePath(value.text)) {
      const line = lineOf(node);
      for (const base of [posix.dirname(source.file), folder])
        references.push({ path: posix.join(base, value.text), line });
      // It may follow another text, or climb from another folder.
      const tail = value.text.replace(/^(\.\.\/)+/, "");
      (tail === value.text ? fromRoot : references).push({ path: posix.normalize(tail), line });
    }
    ts.forEachChild(node, visit);
  };
  function lineOf(node: ts.Node): number {
    return source.tree.getLineAndCharacterOfPosition(node.getStart(source.tree)).line + 1;
  }
  visit(source.tree);
  return namesRoot ? [...references, ...fromRoot] : references;
}

/** Whether a plain text may be a relative path. A word without a dot or a slash is none. */
function mayBePath(text: string): boolean {
  return text.length < 200 && /[./]/.test(text) && !/[\s:<>"'`|;,()]|^[/*]/.test(text);
}
