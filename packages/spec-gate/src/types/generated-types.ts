import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type OpenApiTs from "openapi-typescript";
import type ts from "typescript";
import { readSourceFile } from "../document/source-file.ts";
import { isObject, objectOf } from "../json-value.ts";
import { SpecGateError } from "../spec-gate-error.ts";

/** An operation with its names in the generated types. */
export interface TypedOperation {
  readonly root: "paths" | "webhooks";
  /** Key in `paths`, such as `/things/{thingId}`, or in `webhooks`. */
  readonly path: string;
  readonly method: string;
  /** Key in `operations`; absent if the description has no operationId. */
  readonly operationId?: string;
}

/** The types that openapi-typescript generates for a description. */
export interface GeneratedTypes {
  readonly source: string;
  readonly operations: readonly TypedOperation[];
  /** The text of each member of `components`, by its section and name. */
  readonly components: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** The sections of `components` that code can name, with the word for one member. */
export const componentSections = {
  schemas: "schema",
  responses: "response",
  parameters: "parameter",
  requestBodies: "request body",
  headers: "header",
} as const;

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/**
 * Generates the types of a description with openapi-typescript's default options.
 * @throws SpecGateError if openapi-typescript fails
 */
export async function generateTypes(file: string): Promise<GeneratedTypes> {
  const [{ default: openapiTS, astToString }, { default: typescript }] = await compilers();
  const nodes = await openapiTS(...inputOf(file)).catch((cause: unknown) => {
    const [line] = (cause instanceof Error ? cause.message : String(cause)).split("\n");
    throw new SpecGateError(`openapi-typescript cannot generate types for ${file}: ${line}`, { cause });
  });
  const source = astToString(nodes);
  const tree = typescript.createSourceFile("types.ts", source, typescript.ScriptTarget.Latest, true);
  return {
    source,
    operations: (["paths", "webhooks"] as const).flatMap((root) =>
      [...membersOf(typescript, tree, [root])].flatMap(([path, item]) =>
        operationsOf(typescript, { root, path, item }),
      ),
    ),
    components: new Map(
      Object.keys(componentSections).map((section) => [
        section,
        new Map(
          [...membersOf(typescript, tree, ["components", section])].map(([name, type]) => [
            name,
            type.getText(),
          ]),
        ),
      ]),
    ),
  };
}

/** Loads the compilers, which a team that never uses `--types` does not have to install. */
async function compilers() {
  try {
    const [types, compiler] = await Promise.all([import("openapi-typescript"), import("typescript")]);
    // TypeScript 7 has no API.
    if (typeof compiler.default?.createSourceFile === "function") return [types, compiler] as const;
  } catch (error) {
    if (!String((error as NodeJS.ErrnoException).code).startsWith("ERR_")) throw error;
  }
  const remedy = "npm install --save-dev openapi-typescript@7 typescript@5";
  throw new SpecGateError(`--types needs openapi-typescript 7 and typescript 5: ${remedy}`);
}

/** openapi-typescript resolves a discriminator's mapping as references only; OpenAPI also allows component names. */
function inputOf(file: string): Parameters<typeof OpenApiTs> {
  const { value } = readSourceFile(file);
  const schemas = objectOf(objectOf(objectOf(value).components).schemas);
  let isChanged = false;
  const resolved = (_key: string, part: unknown) => {
    if (!isObject(part) || !isObject(part.discriminator) || !isObject(part.discriminator.mapping))
      return part;
    const mapping = Object.entries(part.discriminator.mapping).map(([name, target]) => {
      const isName = typeof target === "string" && Object.hasOwn(schemas, target);
      isChanged ||= isName;
      return [name, isName ? `#/components/schemas/${target}` : target];
    });
    return { ...part, discriminator: { ...part.discriminator, mapping: Object.fromEntries(mapping) } };
  };
  const text = JSON.stringify(value, resolved);
  const url = pathToFileURL(resolve(file));
  return isChanged ? [JSON.parse(text), { silent: true, cwd: url }] : [url, { silent: true }];
}

function operationsOf(
  typescript: typeof ts,
  { root, path, item }: Pick<TypedOperation, "root" | "path"> & { readonly item: ts.TypeNode },
): TypedOperation[] {
  return [...typeMembers(typescript, item)]
    .filter(([method, type]) => methods.includes(method) && type.kind !== typescript.SyntaxKind.NeverKeyword)
    .map(([method, type]) => {
      const operationId = /^operations\["(.*)"\]$/.exec(type.getText())?.[1];
      return {
        root,
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
