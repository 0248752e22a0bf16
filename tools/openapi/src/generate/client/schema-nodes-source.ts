import type { Api, Operation, Parameter, Schema } from "../../model/api.ts";
import { DescriptionError } from "../../model/description-error.ts";
import { isObject, type Json } from "../../model/json.ts";
import { annotations, assertions } from "../../model/keywords.ts";
import { camelCase } from "../../model/names.ts";
import { parameterDefault, parameterShape } from "../../model/parameter-shape.ts";
import { keysOf, pointerOf, valueAt } from "../../model/pointer.ts";
import { refusedAsReadOnly, withReadOnlyRefused } from "../../model/read-only.ts";
import { applicatorKind, isBinary } from "../../model/schemas.ts";
import { generatedHeader } from "../generated-file.ts";
import { freeName, identifierSource, keySource, quotedKeySource, valueSource } from "../source-text.ts";
import { bodySchemaNames, inlineBodies } from "./body-schemas.ts";
import { namedParameters, pathParameters } from "./client-parameters.ts";
import { schemaConstants } from "./schema-constants.ts";

/**
 * Generates the schemas, reduced to what is checked at run time. References become functions, so that schemas may
 * refer to each other.
 *
 * @throws Error for a keyword that the validator does not support, so that none is silently ignored
 */
export function schemaNodesSource(api: Api, command: string): string {
  const constants = new Map(schemaConstants(api));
  const extra: string[] = [];
  const context: Context = {
    reference(pointer) {
      const [first, second, name = "", ...rest] = keysOf(pointer);
      const isNamed = first === "components" && second === "schemas" && rest.length === 0;
      const known = constants.get(isNamed ? name : pointer);
      if (known !== undefined) return known;
      // A nested schema gets its own constant.
      const taken = [...constants.values()];
      const wanted = identifierSource(`${camelCase(keysOf(pointer).slice(2).join(" "))}Schema`);
      const constant = freeName(wanted, (other) => taken.includes(other));
      constants.set(pointer, constant);
      const target = valueAt(api.document, pointer);
      if (!isObject(target)) {
        throw new DescriptionError(`The reference ${pointer} does not lead to a schema: correct it.`);
      }
      extra.push(declaration(constant, nodeSource(target as Schema, pointer, context)));
      return constant;
    },
  };
  const named = Object.entries(api.schemas).map(([name, schema]) => {
    return { name, schema, pointer: pointerOf("components", "schemas", name) };
  });
  const inline = inlineBodies(api).map(({ name, inline: schema, pointer }) => ({ name, schema, pointer }));
  const written = [...named, ...inline].map(({ name, schema, pointer }) =>
    declaration(constants.get(name) ?? "", nodeSource(schema, `#${pointer}`, context)),
  );
  const parameters = parametersSource(api, context);
  return `${generatedHeader(command)}
import type { ReadableParameter } from "@compute-host/openapi/parameter-values";
import type { OperationId } from "@compute-host/types";
import type { BodyTypes } from "./body-types.gen.ts";
import type { SchemaNode } from "./schema-node.ts";

${[...written, ...extra].join("\n")}
/** The schemas of the JSON bodies, by name. */
export const bodies: Readonly<Record<keyof BodyTypes, SchemaNode>> = {
${bodySchemaNames(api)
  .map((name) => `  ${keySource(name)}: ${constants.get(name)},\n`)
  .join("")}};

/** A parameter as the fake service reads and checks it. */
export interface FakeParameter extends ReadableParameter {
  readonly schema: SchemaNode;
  readonly default?: unknown;
}

/** The parameters of each operation that has any, for the fake service; without path parameters that may be any text. */
export const parameters: Readonly<Partial<Record<Exclude<OperationId, keyof typeof Object.prototype>, readonly FakeParameter[]>>> = {
${parameters}};
`;
}

function parametersSource({ operations, document }: Api, context: Context): string {
  return operations
    .map((operation) => {
      const entries = [...checkedPathParameters(operation), ...namedParameters(operation)].map(
        (parameter) => {
          const { name, in: place, isRequired, schema, schemaPointer } = parameter;
          const shape = parameterShape(document, parameter, operation.parameters);
          const known = valueSource({
            name,
            in: place,
            isRequired,
            shape,
            default: parameterDefault(document, parameter),
          });
          return `    { ...${known}, schema: ${nodeSource(schema, `#${schemaPointer}`, context)} },\n`;
        },
      );
      return entries.length === 0
        ? ""
        : `  ${keySource(operation.operationId)}: [\n${entries.join("")}  ],\n`;
    })
    .join("");
}

/** Path parameters that not every text fits. */
function checkedPathParameters(operation: Operation): Parameter[] {
  return pathParameters(operation).filter(({ schema, style, mediaType }) => {
    const keywords = Object.keys(schema).filter((keyword) => !annotations.has(keyword) && keyword !== "type");
    return schema.type !== "string" || keywords.length > 0 || style !== "simple" || mediaType !== undefined;
  });
}

interface Context {
  /** Returns the constant of the schema that a reference leads to. */
  reference(pointer: string): string;
}

function declaration(constant: string, text: string): string {
  return `export const ${constant}: SchemaNode = ${text};\n`;
}

function nodeSource(schema: Json | undefined, pointer: string, context: Context): string {
  if (schema === true || schema === undefined) return "{}";
  if (!isObject(schema)) return "{ not: {} }";
  if (isBinary(schema as Schema)) return "{}";
  const parts = Object.entries(withReadOnlyRefused(schema)).flatMap(([keyword, value]) => {
    const source = keywordSource(keyword, value, `${pointer}${pointerOf(keyword)}`, context);
    return source === undefined ? [] : [`${keyword}: ${source}`];
  });
  return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
}

function keywordSource(
  keyword: string,
  value: Json | undefined,
  pointer: string,
  context: Context,
): string | undefined {
  if (annotations.has(keyword) || keyword.startsWith("x-")) return undefined;
  if (keyword === "$ref") return `() => ${context.reference(String(value))}`;
  if (assertions.has(keyword) || keyword === refusedAsReadOnly) return valueSource(value);
  const kind = checkedApplicator(keyword);
  if (kind === "one") {
    return typeof value === "boolean" ? String(value) : nodeSource(value, pointer, context);
  }
  if (kind === "list" && Array.isArray(value)) {
    return `[${value.map((one, index) => nodeSource(one as Json, pointer + pointerOf(index), context)).join(", ")}]`;
  }
  if (kind === "map" && isObject(value)) {
    const entries = Object.entries(value).map(([name, schema]) => {
      const node = nodeSource(schema, pointer + pointerOf(name), context);
      // The compiler takes such a name for the method of every object.
      const isInherited = name in Object.prototype && name !== "__proto__";
      return `  ${quotedKeySource(name)}: ${node}${isInherited ? " as SchemaNode" : ""},\n`;
    });
    return `{\n${entries.join("")}}`;
  }
  const what = `Nothing here checks the keyword \`${keyword}\``;
  throw new DescriptionError(`${what}: say the same with other keywords, or remove it.`, pointer.slice(1));
}

/** What an applicator holds, if the validator knows it. */
function checkedApplicator(keyword: string): ReturnType<typeof applicatorKind> {
  return keyword === "unevaluatedItems" ? undefined : applicatorKind(keyword);
}
