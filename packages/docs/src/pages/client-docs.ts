import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript60";

/** An export of the client, as its built declarations describe it. */
export interface DocumentedExport extends Documented {
  readonly kind: "function" | "class" | "interface" | "type" | "constant";
  /** The declaration without its body. */
  readonly signature: string;
  /** Those that it declares, and those of bases that are not exported. */
  readonly members: readonly DocumentedMember[];
  readonly bases: readonly string[];
}

/** A property or a method of an interface or a class. */
export interface DocumentedMember extends Documented {
  readonly type: string;
  readonly isOptional: boolean;
}

interface Documented {
  readonly name: string;
  /** Markdown. */
  readonly text: string;
  readonly tags: readonly { readonly name: string; readonly text: string }[];
}

const root = new URL(".", import.meta.resolve("@compute-host/client/package.json"));
let read: ReadonlyMap<string, readonly DocumentedExport[]> | undefined;

/** What each entry of the client declares, by the name to import. */
export function readClientDocs(): ReadonlyMap<string, readonly DocumentedExport[]> {
  read ??= readEntries();
  return read;
}

function readEntries(): ReadonlyMap<string, readonly DocumentedExport[]> {
  const { exports } = JSON.parse(readFileSync(new URL("package.json", root), "utf8")).publishConfig;
  const files = Object.entries<{ import?: { types: string } }>(exports).flatMap(([path, { import: file }]) =>
    file
      ? [[path.replace(/^\./, "@compute-host/client"), fileURLToPath(new URL(file.types, root))] as const]
      : [],
  );
  // Nothing is checked, so the library of the language is not needed.
  const options = { noLib: true, types: [], moduleResolution: ts.ModuleResolutionKind.Bundler };
  const program = ts.createProgram(
    files.map(([, file]) => file),
    { ...options, module: ts.ModuleKind.ESNext },
  );
  const checker = program.getTypeChecker();
  const seen = new Set<ts.Symbol>();
  return new Map(
    files.map(([entry, file]) => {
      const source = program.getSourceFile(file);
      const module = source && checker.getSymbolAtLocation(source);
      const symbols = (module ? checker.getExportsOfModule(module) : []).map((one) =>
        one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one,
      );
      const own = symbols.filter((one) => isOwn(one) && !seen.has(one));
      for (const symbol of own) seen.add(symbol);
      const names = new Set(own.map(({ name }) => name));
      return [entry, own.map((symbol) => documentedExport(symbol, names, checker))];
    }),
  );
}

/** Whether the client declares it, and not the description, whose types the reference has. */
function isOwn({ declarations: [declaration] = [] }: ts.Symbol): boolean {
  const file = declaration?.getSourceFile().fileName ?? "";
  // The build of the client puts the types of the description into `index.gen-HASH`.
  return file.startsWith(fileURLToPath(root)) && !/\/index\.gen-|\/node_modules\//.test(file);
}

function documentedExport(
  symbol: ts.Symbol,
  names: ReadonlySet<string>,
  checker: ts.TypeChecker,
): DocumentedExport {
  const declaration = symbol.declarations?.[0] as ts.Declaration;
  const isType = ts.isInterfaceDeclaration(declaration) || ts.isClassDeclaration(declaration);
  const properties = isType ? checker.getDeclaredTypeOfSymbol(symbol).getProperties() : [];
  const members = properties.filter(({ declarations: [one] = [] }) => {
    const owner = one?.parent as ts.InterfaceDeclaration | undefined;
    return owner === declaration || !names.has(owner?.name?.text ?? "");
  });
  return {
    ...documented(symbol, checker),
    kind: kindOf(declaration),
    signature: declaration
      .getText()
      .replace(/^(?:export )?(?:declare )?/, "")
      .replace(/;$/, ""),
    members: members.map((one) => documentedMember(one, checker)),
    bases: isType
      ? (declaration.heritageClauses ?? []).flatMap(({ types }) => types.map((one) => one.getText()))
      : [],
  };
}

function kindOf(declaration: ts.Declaration): DocumentedExport["kind"] {
  if (ts.isInterfaceDeclaration(declaration)) return "interface";
  if (ts.isClassDeclaration(declaration)) return "class";
  if (ts.isFunctionDeclaration(declaration)) return "function";
  return ts.isTypeAliasDeclaration(declaration) ? "type" : "constant";
}

function documentedMember(symbol: ts.Symbol, checker: ts.TypeChecker): DocumentedMember {
  const declaration = symbol.declarations?.[0] as ts.PropertySignature;
  const isProperty = ts.isPropertySignature(declaration) || ts.isPropertyDeclaration(declaration);
  const text = isProperty
    ? (declaration.type?.getText() ?? "unknown").replace(/ \| undefined$/, "")
    : (declaration as ts.Node)
        .getText()
        .replace(/^[\w$]+/, "")
        .replace(/;$/, "");
  const type = text.replaceAll(/\/\*\*[\s\S]*?\*\//g, "").replaceAll(/\s+/g, " ");
  return { ...documented(symbol, checker), type, isOptional: (symbol.flags & ts.SymbolFlags.Optional) !== 0 };
}

function documented(symbol: ts.Symbol, checker: ts.TypeChecker): Documented {
  const plain = (parts: ts.SymbolDisplayPart[] | undefined) =>
    ts.displayPartsToString(parts).replaceAll(/\{@link ([^}|]+)\}/g, "`$1`");
  const tags = symbol.getJsDocTags(checker).map(({ name, text }) => ({ name, text: plain(text) }));
  return { name: symbol.name, text: plain(symbol.getDocumentationComment(checker)), tags };
}
