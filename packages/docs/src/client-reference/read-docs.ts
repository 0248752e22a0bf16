import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript60";

/** An export of the client, as its docstring and its types describe it. */
export interface DocumentedExport {
  readonly name: string;
  readonly kind: "function" | "class" | "interface" | "type" | "constant";
  /** The declaration without its body. */
  readonly signature: string;
  /** Markdown. */
  readonly text: string;
  readonly tags: readonly DocTag[];
  readonly members: readonly DocumentedMember[];
  /** The bases of an interface, with their members if they are in the same package. */
  readonly inherits: readonly Inherited[];
}

/** A base of an interface. */
export interface Inherited {
  readonly name: string;
  readonly members: readonly DocumentedMember[];
}

/** A property or a method of an interface or a class. */
export interface DocumentedMember {
  readonly name: string;
  readonly type: string;
  readonly isOptional: boolean;
  readonly text: string;
  readonly tags: readonly DocTag[];
}

/** A tag such as `@default` or `@throws`, with its text. */
export interface DocTag {
  readonly name: string;
  readonly text: string;
}

/** Reads the exports of an entry that its own package declares; it leaves out re-exports of other packages. */
export function readExports(entry: URL): DocumentedExport[] {
  const source = parse(entry);
  const own = source.statements
    .filter(isExported)
    .flatMap((statement) => documented(statement, source, entry));
  const passedOn = source.statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier === undefined) return [];
    const specifier = statement.moduleSpecifier.getText(source).slice(1, -1);
    if (!specifier.startsWith(".")) return [];
    if (statement.exportClause === undefined) return readExports(new URL(specifier, entry));
    if (!ts.isNamedExports(statement.exportClause)) return [];
    const names = new Set(statement.exportClause.elements.map(({ name }) => name.text));
    const file = new URL(specifier, entry);
    const declared = parse(file);
    return declared.statements
      .flatMap((one) => documented(one, declared, file))
      .filter(({ name }) => names.has(name));
  });
  return [...own, ...passedOn];
}

function parse(file: URL): ts.SourceFile {
  return ts.createSourceFile(fileURLToPath(file), readFileSync(file, "utf8"), ts.ScriptTarget.ES2023, true);
}

function isExported(statement: ts.Statement): boolean {
  return (
    ts.canHaveModifiers(statement) &&
    (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  );
}

function documented(statement: ts.Statement, source: ts.SourceFile, file: URL): DocumentedExport[] {
  if (!isExported(statement)) return [];
  const base = { ...readComment(statement), members: [], inherits: [] };
  if (ts.isFunctionDeclaration(statement) && statement.name) {
    const signature = declarationHead(statement, statement.body, source);
    return [{ ...base, name: statement.name.text, kind: "function", signature }];
  }
  if ((ts.isClassDeclaration(statement) && statement.name) || ts.isInterfaceDeclaration(statement)) {
    const kind = ts.isInterfaceDeclaration(statement) ? "interface" : "class";
    const name = statement.name?.text ?? "";
    const heritage = statement.heritageClauses?.map((clause) => clause.getText(source)).join(" ") ?? "";
    const inherits = ts.isInterfaceDeclaration(statement) ? inheritedBy(statement, source, file) : [];
    const signature = `${kind} ${name} ${heritage}`.trim();
    return [{ ...base, name, kind, signature, members: readMembers(statement, source), inherits }];
  }
  if (ts.isTypeAliasDeclaration(statement)) {
    const signature = withoutExport(statement.getText(source));
    return [{ ...base, name: statement.name.text, kind: "type", signature }];
  }
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.map((declaration) => {
    const name = declaration.name.getText(source);
    const type = declaration.type?.getText(source);
    const signature = type === undefined ? `const ${name}` : `const ${name}: ${type}`;
    return { ...base, name, kind: "constant", signature };
  });
}

function inheritedBy(declaration: ts.InterfaceDeclaration, source: ts.SourceFile, file: URL): Inherited[] {
  const types = (declaration.heritageClauses ?? []).flatMap((clause) => [...clause.types]);
  return types.map((type) => {
    const name = type.getText(source).replaceAll(/\s+/g, " ");
    const found = findInterface(type.expression.getText(source), source, file);
    return { name, members: found === undefined ? [] : readMembers(found, found.getSourceFile()) };
  });
}

/** An interface that a file declares, or imports from a file of the same package. */
function findInterface(name: string, source: ts.SourceFile, file: URL): ts.InterfaceDeclaration | undefined {
  for (const statement of source.statements) {
    if (ts.isInterfaceDeclaration(statement) && statement.name.text === name) return statement;
    if (!ts.isImportDeclaration(statement)) continue;
    const specifier = statement.moduleSpecifier.getText(source).slice(1, -1);
    const bindings = statement.importClause?.namedBindings;
    const isNamed =
      bindings !== undefined &&
      ts.isNamedImports(bindings) &&
      bindings.elements.some((one) => one.name.text === name);
    if (!isNamed || !specifier.startsWith(".")) continue;
    const imported = new URL(specifier, file);
    return findInterface(name, parse(imported), imported);
  }
  return undefined;
}

/** The text of a declaration up to its body. */
function declarationHead(node: ts.Node, body: ts.Node | undefined, source: ts.SourceFile): string {
  const text = source.text.slice(node.getStart(source), body?.getStart(source) ?? node.end);
  return withoutExport(text)
    .replace(/^async /, "")
    .trim();
}

function withoutExport(text: string): string {
  return text.replace(/^export (declare )?/, "").replace(/;$/, "");
}

function readMembers(
  declaration: ts.ClassDeclaration | ts.InterfaceDeclaration,
  source: ts.SourceFile,
): DocumentedMember[] {
  return [...declaration.members].flatMap((member) => {
    const name = member.name?.getText(source);
    const modifiers = ts.canHaveModifiers(member) ? (ts.getModifiers(member) ?? []) : [];
    const isHidden = modifiers.some(
      ({ kind }) => kind === ts.SyntaxKind.StaticKeyword || kind === ts.SyntaxKind.PrivateKeyword,
    );
    if (name === undefined || name.startsWith("#") || isHidden) return [];
    const isOptional =
      (ts.isPropertySignature(member) || ts.isPropertyDeclaration(member)) &&
      member.questionToken !== undefined;
    return [{ name, type: typeOfMember(member, source), isOptional, ...readComment(member) }];
  });
}

function typeOfMember(member: ts.ClassElement | ts.TypeElement, source: ts.SourceFile): string {
  if (ts.isPropertySignature(member) || ts.isPropertyDeclaration(member)) {
    return (member.type?.getText(source) ?? "unknown").replaceAll(/\s+/g, " ").replace(/ \| undefined$/, "");
  }
  const body = "body" in member ? (member.body as ts.Node | undefined) : undefined;
  const head = declarationHead(member, body, source).replaceAll(/\s+/g, " ");
  return head.replace(/^[\w$]+/, "");
}

function readComment(node: ts.Node): { readonly text: string; readonly tags: readonly DocTag[] } {
  const docs = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).at(-1);
  const tags = (docs?.tags ?? []).map((tag) => {
    const name = tag.tagName.text;
    const parameter = ts.isJSDocParameterTag(tag) ? `\`${tag.name.getText()}\` ` : "";
    return { name, text: parameter + plainComment(tag.comment) };
  });
  return { text: plainComment(docs?.comment), tags };
}

/** The text of a comment, with `{@link Name}` as code. */
function plainComment(comment: string | ts.NodeArray<ts.JSDocComment> | undefined): string {
  if (comment === undefined || typeof comment === "string") return comment ?? "";
  return comment
    .map((part) =>
      part.kind === ts.SyntaxKind.JSDocText
        ? part.text
        : `\`${"name" in part ? part.name?.getText() : part.text}\``,
    )
    .join("");
}
