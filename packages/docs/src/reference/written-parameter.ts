import {
  isObject,
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  type Parameter,
  resolveSchema,
  type Schema,
  typesOf,
} from "@compute-host/openapi";

/** How a value appears in a request. */
export interface WrittenParameter {
  /** Such as `filter[min]=1`, not percent-encoded. */
  readonly example: string;
  readonly words: string;
}

/** Says how a parameter is written, unless its value appears as it is. */
export function writtenParameter(document: JsonObject, parameter: Parameter): WrittenParameter | undefined {
  const written = styledParameter(document, parameter);
  if (!parameter.allowsReserved) return written;
  const { example = `${parameter.name}=a/b`, words } = written ?? {};
  return { example, words: [words, "reserved characters such as / as they are"].filter(Boolean).join(", ") };
}

function styledParameter(document: JsonObject, parameter: Parameter): WrittenParameter | undefined {
  const { name, style, explodes, mediaType, examples } = parameter;
  const value = examples[0]?.value ?? sampleOf(document, parameter.schema);
  const named = parameter.in === "query" || parameter.in === "cookie" ? `${name}=` : "";
  if (mediaType !== undefined) return { example: named + JSON.stringify(value), words: `as ${mediaType}` };
  const isList = Array.isArray(value);
  const members = isObject(value) ? Object.entries(value) : [];
  const isPlain = !isList && members.length === 0;
  if (isPlain && style !== "label" && style !== "matrix") return undefined;
  const items = isList ? value.map(textOf) : isPlain ? [textOf(value)] : [];
  const pairs = members.map(([key, member]) => `${key}=${textOf(member)}`);
  const flat = isList || isPlain ? items : members.flatMap(([key, member]) => [key, textOf(member)]);
  const several = isList || members.length > 0;
  switch (style) {
    case "deepObject":
      return {
        example: members.map(([key, member]) => `${name}[${key}]=${textOf(member)}`).join("&"),
        words: "each member by its name in brackets",
      };
    case "label":
      return explodes && several
        ? { example: `.${(isList ? items : pairs).join(".")}`, words: "a dot before each part" }
        : { example: `.${flat.join(",")}`, words: "after a dot" };
    case "matrix":
      return explodes && several
        ? {
            example: (isList ? items.map((item) => `${name}=${item}`) : pairs)
              .map((one) => `;${one}`)
              .join(""),
            words: "a semicolon before each part",
          }
        : { example: `;${name}=${flat.join(",")}`, words: "after a semicolon and its name" };
    case "simple":
      return { example: (explodes && !isList ? pairs : flat).join(","), words: "separated by commas" };
    default:
      return formOf({ name, style, explodes, isList, items, pairs, flat });
  }
}

interface FormParts {
  readonly name: string;
  readonly style: Parameter["style"];
  readonly explodes: boolean;
  readonly isList: boolean;
  readonly items: readonly string[];
  readonly pairs: readonly string[];
  readonly flat: readonly string[];
}

function formOf({ name, style, explodes, isList, items, pairs, flat }: FormParts): WrittenParameter {
  if (explodes && isList) {
    return { example: items.map((item) => `${name}=${item}`).join("&"), words: "once for each item" };
  }
  if (explodes) return { example: pairs.join("&"), words: "each member as a parameter of its own" };
  const separators = { spaceDelimited: [" ", "spaces"], pipeDelimited: ["|", "vertical bars"] } as const;
  const [separator, words] =
    style === "spaceDelimited" || style === "pipeDelimited" ? separators[style] : [",", "commas"];
  return { example: `${name}=${flat.join(separator)}`, words: `separated by ${words}` };
}

/** A short value of a schema: two items of a list, all members of an object. */
function sampleOf(document: JsonObject, schema: Schema, depth = 0): Json {
  const resolved = resolveSchema(document, schema);
  const [given = resolved.const ?? resolved.default ?? listOf(resolved.enum)[0]] = listOf(resolved.examples);
  if (given !== undefined) return given;
  const types = typesOf(resolved);
  if (types.includes("array")) {
    const item = objectOf(resolved.items) as Schema;
    const values = listOf(resolveSchema(document, item).enum).slice(0, 2);
    const one = depth > 3 ? "a" : sampleOf(document, item, depth + 1);
    return values.length === 2
      ? values
      : typeof one === "number"
        ? [one, one + 1]
        : one === "text"
          ? ["a", "b"]
          : [one, one];
  }
  if (types.includes("object") && depth <= 3) {
    const members = Object.entries(objectOf(resolved.properties));
    return Object.fromEntries(
      members.map(([key, member]) => [key, sampleOf(document, objectOf(member) as Schema, depth + 1)]),
    );
  }
  if (types.includes("integer") || types.includes("number")) {
    return typeof resolved.minimum === "number" ? resolved.minimum : 1;
  }
  return types.includes("boolean") ? true : "text";
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
