import { isObject, type Json, type JsonObject, type Parameter } from "@compute-host/openapi";
import { sampleValue } from "./sample-value.ts";

/** How a value appears in a request. */
export interface WrittenParameter {
  /** Such as `filter[min]=1`, not percent-encoded. */
  readonly example: string;
  readonly words: string;
}

/** What decides how a parameter or a header is written. */
type ValueInRequest = Pick<
  Parameter,
  "name" | "in" | "style" | "explodes" | "allowsReserved" | "mediaType" | "schema" | "examples"
>;

/** Says how a parameter is written, unless its value appears as it is. */
export function writtenParameter(
  document: JsonObject,
  parameter: ValueInRequest,
): WrittenParameter | undefined {
  const written = styledParameter(document, parameter);
  if (!parameter.allowsReserved) return written;
  const { example = `${parameter.name}=a/b`, words } = written ?? {};
  return { example, words: [words, "reserved characters such as / as they are"].filter(Boolean).join(", ") };
}

function styledParameter(document: JsonObject, parameter: ValueInRequest): WrittenParameter | undefined {
  const { name, style, explodes, mediaType, examples } = parameter;
  const value = examples[0]?.value ?? sampleValue(document, parameter.schema);
  const named = parameter.in === "query" || parameter.in === "cookie" ? `${name}=` : "";
  if (mediaType !== undefined) return { example: named + JSON.stringify(value), words: `as ${mediaType}` };
  const isList = Array.isArray(value);
  const members = isObject(value) ? Object.entries(value) : [];
  const isPlain = !isList && members.length === 0;
  if (isPlain && style !== "label" && style !== "matrix") return undefined;
  const items = isList ? value.map(writtenText) : isPlain ? [writtenText(value)] : [];
  const pairs = members.map(([key, member]) => `${key}=${writtenText(member)}`);
  const flat = isList || isPlain ? items : members.flatMap(([key, member]) => [key, writtenText(member)]);
  const several = isList || members.length > 0;
  switch (style) {
    case "deepObject":
      return {
        example: members.map(([key, member]) => `${name}[${key}]=${writtenText(member)}`).join("&"),
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
      return writtenForm({ name, style, explodes, isList, items, pairs, flat });
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

function writtenForm({ name, style, explodes, isList, items, pairs, flat }: FormParts): WrittenParameter {
  if (explodes && isList) {
    return { example: items.map((item) => `${name}=${item}`).join("&"), words: "once for each item" };
  }
  if (explodes) return { example: pairs.join("&"), words: "each member as a parameter of its own" };
  const separators = { spaceDelimited: [" ", "spaces"], pipeDelimited: ["|", "vertical bars"] } as const;
  const [separator, words] =
    style === "spaceDelimited" || style === "pipeDelimited" ? separators[style] : [",", "commas"];
  return { example: `${name}=${flat.join(separator)}`, words: `separated by ${words}` };
}

function writtenText(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
