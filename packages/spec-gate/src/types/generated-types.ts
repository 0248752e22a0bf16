import { pathToFileURL } from "node:url";
import type ts from "typescript";
import { SpecGateError } from "../spec-gate-error.ts";

/** An operation with its names in the generated types. */
export interface TypedOperation {
  /** Key in `paths`, such as `/things/{thingId}`. */
  readonly path: string;
  readonly method: string;
  /** Key in `operations`; absent if the description has no operationId. */
  readonly operationId?: string;
}

/** The types that openapi-typescript generates for a description. */
export interface GeneratedTypes {
  readonly source: string;
  readonly operations: readonly TypedOperation[];
  /** The text of each member of `components["schemas"]`, by its name. */
  readonly schemas: ReadonlyMap<string, string>;
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/**
 * Generates the types of a description with openapi-typescript's default options.
 * @throws SpecGateError if openapi-typescript fails
 */
export async function generateTypes(file: string): Promise<GeneratedTypes> {
  const [{ default: openapiTS, astToString }, { default: typescript }] = await Promise.all([
    import("openapi-typescript"),
    import("typescript"),
  ]);
  const nodes = await openapiTS(pathToFileURL(file), { silent: true }).catch((cause: unknown) => {
    const [line] = (cause instanceof Error ? cause.message : String(cause)).split("\n");
    throw new SpecGateError(`openapi-typescript cannot generate types for ${file}: ${line}`, { cause });
  });
  const source = astToString(nodes);
  const tree = typescript.createSourceFile("types.ts", source, typescript.ScriptTarget.Latest, true);
  const members = (name: string) => membersOf(typescript, tree, [name]);
  return {
    source,
    operations: [...members("paths")].flatMap(([path, item]) => operationsOf(typescript, path, item)),
    schemas: new Map(
      [...membersOf(typescript, tree, ["components", "schemas"])].map(([name, type]) => [
        name,
        type.getText(),
      ]),
    ),
  };
}

function operationsOf(typescript: typeof ts, path: string, item: ts.TypeNode): TypedOperation[] {
  return [...typeMembers(typescript, item)]
    .filter(([method, type]) => methods.includes(method) && type.kind !== typescript.SyntaxKind.NeverKeyword)
    .map(([method, type]) => {
      const operationId = /^operations\["(.*)"\]$/.exec(type.getText())?.[1];
      return {
        path,
        method,
        ...(operationId === undefined ? {} : { operationId: JSON.parse(`"${operationId}"`) }),
      };
    });
}

/** Returns the members of a declaration or of one of its members. */
function membersOf(
  typescript: typeof ts,
  tree: ts.SourceFile,
  path: readonly string[],
): Map<string, ts.TypeNode> {
  const [name, ...rest] = path;
  const declaration = tree.statements.find(
    (statement): statement is ts.InterfaceDeclaration =>
      typescript.isInterfaceDeclaration(statement) && statement.name.text === name,
  );
  let members = declaration ? signatures(typescript, declaration.members) : new Map<string, ts.TypeNode>();
  for (const key of rest) {
    const type = members.get(key);
    members = type ? typeMembers(typescript, type) : new Map();
  }
  return members;
}

function typeMembers(typescript: typeof ts, type: ts.TypeNode): Map<string, ts.TypeNode> {
  return typescript.isTypeLiteralNode(type) ? signatures(typescript, type.members) : new Map();
}

function signatures(typescript: typeof ts, members: ts.NodeArray<ts.TypeElement>): Map<string, ts.TypeNode> {
  const found = new Map<string, ts.TypeNode>();
  for (const member of members) {
    if (!typescript.isPropertySignature(member) || !member.type) continue;
    const { name } = member;
    if (
      typescript.isIdentifier(name) ||
      typescript.isStringLiteral(name) ||
      typescript.isNumericLiteral(name)
    ) {
      found.set(name.text, member.type);
    }
  }
  return found;
}
