import { posix } from "node:path";
import { createContext, runInContext } from "node:vm";
import ts from "typescript";

/** What the generated programs export, by path. */
export type Exports = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Runs generated sources, with stubs for everything that they import from other files. */
export class GeneratedProgram {
  readonly #sources: Readonly<Record<string, string>>;
  readonly #context = createContext({});
  readonly #exports: Record<string, Record<string, unknown>> = {};

  constructor(sources: Readonly<Record<string, string>>) {
    this.#sources = sources;
  }

  /** Parses and runs every file, and calls every function that it exports or that a schema refers with. */
  run(): Exports {
    for (const [path, source] of Object.entries(this.#sources)) {
      if (path.endsWith(".ts")) this.#load(path);
      else JSON.parse(source);
    }
    this.#visit(this.#exports, new Set());
    return this.#exports;
  }

  /** The global variables that the programs have set. */
  globals(): string[] {
    return Object.keys(this.#context);
  }

  #load(path: string): Record<string, unknown> {
    const known = this.#exports[path];
    if (known !== undefined) return known;
    const exports = new Proxy<Record<string, unknown>>({}, { set: setOnce });
    this.#exports[path] = exports;
    const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ESNext };
    const { outputText, diagnostics = [] } = ts.transpileModule(this.#sources[path] ?? "", {
      fileName: path,
      compilerOptions,
      reportDiagnostics: true,
    });
    const [problem] = diagnostics;
    if (problem) throw new Error(`${path}: ${ts.flattenDiagnosticMessageText(problem.messageText, " ")}`);
    const require = (name: string) => {
      const file = posix.join(posix.dirname(path), name);
      return Object.hasOwn(this.#sources, file) ? this.#load(file) : anything;
    };
    runInContext(`(exports, require) => {${outputText}\n}`, this.#context, { filename: path })(
      exports,
      require,
    );
    return exports;
  }

  #visit(value: unknown, seen: Set<unknown>): void {
    if (value === anything || value === null || !/^(object|function)$/.test(typeof value) || seen.has(value))
      return;
    seen.add(value);
    if (typeof value === "function") {
      if (/^class /.test(Function.prototype.toString.call(value))) return;
      this.#visit(
        value((item: unknown) => item),
        seen,
      );
      return;
    }
    const own = ["Object.prototype", "Array.prototype"].map((name) => runInContext(name, this.#context));
    const prototype: unknown = Object.getPrototypeOf(value);
    if (![...own, Object.prototype].includes(prototype)) throw new Error("An object has another prototype.");
    for (const item of Object.values(value as object)) this.#visit(item, seen);
  }
}

/** CommonJS accepts two exports of a name, which a module refuses. */
function setOnce(exports: Record<string, unknown>, name: string, value: unknown): boolean {
  if (exports[name] !== undefined) throw new Error(`${name} is exported twice.`);
  return Reflect.set(exports, name, value);
}

/** Stands for any export of another file, classes included: every member of it, and every result, is itself. */
const anything: unknown = new Proxy(constructible, { get: () => anything, apply: () => anything });

/** Only a declared function can be extended, and lets the proxy replace its prototype. */
function constructible(): void {}

/** Counts the JSDoc tags of each file by their names. */
export function tagCounts(sources: Readonly<Record<string, string>>): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [path, text] of Object.entries(sources)) {
    if (!path.endsWith(".ts")) continue;
    const visit = (node: ts.Node): void => {
      for (const comment of ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc)) {
        for (const { tagName } of comment.tags ?? []) {
          const name = `${path} @${tagName.text}`;
          counts[name] = (counts[name] ?? 0) + 1;
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true));
  }
  return counts;
}
