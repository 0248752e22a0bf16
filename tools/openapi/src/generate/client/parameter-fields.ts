import { type Api, type Operation, type Parameter, parametersIn } from "../../model/api.ts";
import { shapeOf } from "../../model/parameter-shape.ts";
import { valueSource } from "../source-text.ts";
import { namedParametersOf, pathParametersOf } from "./client-parameters.ts";
import type { Field } from "./operation-field.ts";

/**
 * Generates the fields of an operation that write its parameters with functions of
 * packages/client/src/parameter-writers.ts; none for scalars and lists such as `ids=a&ids=b`.
 *
 * @throws DescriptionError for a parameter that cannot be sent
 */
export function parameterFields(api: Api, operation: Operation): Field[] {
  const writersOf = (parameters: readonly Parameter[]) =>
    parameters.flatMap((parameter) => {
      const writer = writerOf(api, operation, parameter);
      return writer === undefined ? [] : [`[${valueSource(parameter.name)}, ${writer}]`];
    });
  const path = writersOf(pathParametersOf(operation));
  const query = writersOf(parametersIn(operation, "query"));
  const header = writersOf(parametersIn(operation, "header"));
  const given = [query, ...(header.length > 0 ? [header] : [])].map((list) => `[${list.join(", ")}]`);
  return [
    ...(path.length > 0 ? [["serializePath", `parameters.pathWriter([${path.join(", ")}])`] as const] : []),
    ...(namedParametersOf(operation).length > 0 ? [["hasParams", "true"] as const] : []),
    ...(query.length + header.length > 0
      ? [["writeParams", `parameters.paramsWriter(${given.join(", ")})`] as const]
      : []),
  ];
}

function writerOf(api: Api, operation: Operation, parameter: Parameter): string | undefined {
  const { kind, hasPairs, ...shape } = shapeOf(api.document, parameter, operation.parameters);
  const { in: place, style, mediaType, explodes, allowsReserved } = parameter;
  if (place === "header") {
    if (kind === "json") return "parameters.jsonField";
    if (kind !== "array" && kind !== "object") return "parameters.plain";
    return hasPairs ? "parameters.pairs" : "parameters.list";
  }
  if (place === "path") {
    if (kind === "json") return "parameters.jsonSegment";
    const isPlain = kind !== "array" && kind !== "object";
    if (isPlain && (style === "simple" || mediaType !== undefined)) return undefined;
    if (kind === "object" && hasPairs) return `parameters.${style}Pairs`;
    if (kind !== "array" || !explodes || style === "simple") return `parameters.${style}`;
    return style === "label" ? "parameters.labels" : "parameters.matrixes";
  }
  if (kind === "json") return "parameters.json";
  const writer = queryWriterOf();
  return allowsReserved && mediaType === undefined
    ? `parameters.reserved(${writer ?? "parameters.form"})`
    : writer;

  function queryWriterOf(): string | undefined {
    if (shape.isSpread) {
      return `parameters.spread(${(shape.apart ?? []).map((name) => valueSource(name)).join(", ")})`;
    }
    if (kind === "object" && style === "deepObject") return "parameters.deepObject";
    if (shape.separator === " ") return "parameters.space";
    if (shape.separator === "|") return "parameters.pipe";
    return shape.separator === undefined ? undefined : "parameters.comma";
  }
}
