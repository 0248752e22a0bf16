import {
  type Api,
  apiOf,
  isObject,
  type Json,
  type JsonObject,
  keysOf,
  listOf,
  pointerOf,
  valueAt,
  walkKeywords,
  walkObjects,
} from "@compute-host/openapi";
import { Html, plainText } from "../html.ts";
import { reasonNotToShow, worded } from "./not-shown.ts";

/** A text, a value or a name in a description. */
export interface DescribedText {
  /** Its keyword, such as `Schema.maxLength`; for a part of an example or another value, that of the whole. */
  readonly name: string;
  /** JSON Pointer to it. */
  readonly pointer: string;
}

/**
 * Finds what a description says and its page does not: it renders the description with a mark in each text and value, and looks
 * for the marks. What the model reads otherwise than it is written is in {@link Api.remarks}, and does not count.
 *
 * @param render renders the page of the marked description
 */
export function findUnrendered(document: JsonObject, render: (api: Api) => Html): DescribedText[] {
  const texts = listTexts(document);
  // Aliases of YAML are the same object, which gets a mark for each place.
  const marked = JSON.parse(JSON.stringify(document)) as JsonObject;
  for (const [index, { pointer }] of texts.entries()) mark(marked, pointer, index);
  const api = apiOf(marked);
  const text = shownText(render(api));
  const shown = new Set(text.match(/qz\d+z|7\d{8}/g));
  const isRemarked = ({ pointer }: DescribedText) =>
    api.remarks.some((remark) => pointer.startsWith(remark.pointer));
  return [
    ...texts.filter((_one, index) => !shown.has(`qz${index}z`) && !shown.has(String(numberOf(index)))),
    ...namesIn(document).filter(({ pointer }) => !text.includes(keysOf(pointer).at(-1) ?? "")),
  ].filter((one) => !isRemarked(one));
}

/** What a page says itself: not its forms and samples, which repeat some of it, but also the addresses of its links. */
export function shownText({ text }: Html): string {
  const own = text
    .replaceAll(/<(form|fieldset)[ >].*?<\/\1>/gs, "")
    .replaceAll(/<a [^>]*href="([^"]*)"/g, "$1 $&");
  return plainText(new Html(own));
}

function listTexts(document: JsonObject): DescribedText[] {
  return keywordsIn(document).flatMap(({ name, value, holdsKeywords, pointer }) => {
    const isWord = name.endsWith(".$ref") || worded.has(name);
    return holdsKeywords || isWord ? [] : listLeaves(value, pointer).map((at) => ({ name, pointer: at }));
  });
}

/** Maps whose names are for authors of descriptions. */
const internal = /^(?:Named(?!Schemas|SecuritySchemes)|Examples|Dependent|Discriminator|OAuth2)/;

/** The names of fields, headers, schemas, media types and others. */
function namesIn(document: JsonObject): DescribedText[] {
  return keywordsIn(document).filter(
    ({ name, pointer }) => name.endsWith(".*") && !internal.test(name) && !/\/\d+$/.test(pointer),
  );
}

/** The keywords whose place is on the page, or should be. */
function keywordsIn(document: JsonObject) {
  const found: (DescribedText & { readonly value: Json; readonly holdsKeywords: boolean })[] = [];
  const used = usedComponents(document);
  // Where every operation says for itself what it requires, this is not about any of them.
  const isOverridden = apiOf(document).operations.every(
    ({ pointer }) => (valueAt(document, pointer) as JsonObject | undefined)?.security !== undefined,
  );
  walkKeywords(document, (keyword) => {
    const [first, ...rest] = keysOf(keyword.pointer);
    const isApart = (isOverridden && first === "security") || rest.includes("$defs");
    if (isApart || reasonNotToShow(keyword.name) !== undefined) return;
    if (first !== "components" || used.has(pointerOf(first, ...rest.slice(0, 2)))) found.push(keyword);
  });
  return found;
}

/** The components that a page shows: schemas, security schemes, and what something refers to. */
function usedComponents(document: JsonObject): ReadonlySet<string> {
  const used = new Set<string>();
  const add = (pointer: string) => {
    if (used.has(pointer)) return;
    used.add(pointer);
    addReferences(valueAt(document, pointer));
  };
  const addReferences = (value: Json | undefined) => {
    walkObjects(value, ({ $ref }) => {
      const [first = "", ...rest] = typeof $ref === "string" ? keysOf($ref) : [];
      if (first === "components") add(pointerOf(first, ...rest.slice(0, 2)));
    });
  };
  for (const key of Object.keys(document)) if (key !== "components") addReferences(document[key]);
  for (const kind of ["schemas", "securitySchemes"]) {
    const components = valueAt(document, pointerOf("components", kind));
    for (const name of Object.keys(isObject(components) ? components : {})) {
      add(pointerOf("components", kind, name));
    }
  }
  return used;
}

/** The pointers of the texts and numbers in a value. */
function listLeaves(value: Json, pointer: string): string[] {
  if (typeof value === "string" || typeof value === "number") return value === "" ? [] : [pointer];
  const entries = Array.isArray(value)
    ? [...listOf(value).entries()]
    : Object.entries(isObject(value) ? value : {});
  return entries.flatMap(([key, inner]) => listLeaves(inner ?? null, pointer + pointerOf(key)));
}

function mark(document: JsonObject, pointer: string, index: number): void {
  const keys = keysOf(pointer);
  const key = keys.at(-1) ?? "";
  const owner = valueAt(document, pointerOf(...keys.slice(0, -1))) as Record<string, Json>;
  const value = owner[key];
  owner[key] = typeof value === "string" ? markedText(value, `qz${index}z`) : numberOf(index);
}

function numberOf(index: number): number {
  return 700_000_000 + index;
}

/** Marks each paragraph, but for tables and programs. */
function markedText(text: string, word: string): string {
  const parts = text.split(/(\n{2,}|^```.*?^```$)/ms);
  const marked = parts
    .map((part) => (/^(\s*$|```|\|)/.test(part) ? part : `${part.trimEnd()} ${word}`))
    .join("");
  return marked === text ? `${text} ${word}` : marked;
}
