import { type Api, type Operation, type Parameter, parametersIn } from "../../model/api.ts";
import { parameterShape } from "../../model/parameter-shape.ts";
import { valueTypes } from "../../model/value-types.ts";
import { valueSource } from "../source-text.ts";

/**
 * Generates what writes the parameters of an operation, with packages/client/src/parameter-writers.ts; `undefined` if they are
 * scalars and lists such as `ids=a&ids=b`.
 *
 * @param body what writes its body
 * @throws DescriptionError for a parameter that cannot be sent
 */
export function writingSource(api: Api, operation: Operation, body?: string): string | undefined {
  const places = (["path", "query", "header"] as const).flatMap((place) => {
    const writers = parametersIn(operation, place).flatMap((parameter) => {
      const writer = parameterWriter(api, operation, parameter);
      return writer === undefined ? [] : [`[${valueSource(parameter.name)}, ${writer}]`];
    });
    return writers.length === 0 ? [] : [`${place}: [${writers.join(", ")}]`];
  });
  return places.length === 0
    ? undefined
    : `parameters.writing({ ${places.join(", ")} }${body === undefined ? "" : `, ${body}`})`;
}

function parameterWriter(api: Api, operation: Operation, parameter: Parameter): string | undefined {
  const { kind, hasPairs, items, ...shape } = parameterShape(api.document, parameter, operation.parameters);
  const { name, in: place, style, mediaType, explodes, allowsReserved } = parameter;
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
  // openapi-fetch does not encode names, and leaves `null` out of lists; without a writer, `null` is refused.
  const isNullable = items?.includes("null") || valueTypes(api.document, parameter.schema).has("null");
  const isUnusual = encodeURIComponent(name) !== name || isNullable;
  const writer = queryWriter() ?? (isUnusual ? "parameters.form" : undefined);
  return allowsReserved && mediaType === undefined
    ? `parameters.reserved(${writer ?? "parameters.form"})`
    : writer;

  function queryWriter(): string | undefined {
    if (shape.isSpread) {
      return `parameters.spread(${(shape.apart ?? []).map((name) => valueSource(name)).join(", ")})`;
    }
    if (kind === "object" && style === "deepObject") return "parameters.deepObject";
    if (shape.separator === " ") return "parameters.space";
    if (shape.separator === "|") return "parameters.pipe";
    return shape.separator === undefined ? undefined : "parameters.comma";
  }
}
