import { pathToFileURL } from "node:url";
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { ApiDocument } from "../document/api-document.ts";
import { isVersion30 } from "../document/keys.ts";
import { isObject, type JsonObject, objectOf } from "../json-value.ts";

/** Checks a value; returns what is wrong, nothing if it is valid, or `undefined` if Ajv cannot tell. */
export type Check = (value: unknown) => readonly ErrorObject[] | undefined;

interface Reading {
  /** The flag of properties that the messages need not have. */
  readonly hidden: "readOnly" | "writeOnly";
  /** Whether the values travel as text: then Ajv also accepts a text that it can read as a number, say. */
  readonly isText: boolean;
}

/**
 * Judges values by the schemas of a description as they are written, so that nothing of the gate's own reading
 * decides.
 */
export class AjvJudge {
  readonly #document: ApiDocument;
  readonly #ajv: Ajv2020;
  readonly #checks = new WeakMap<object, Check>();

  constructor(document: ApiDocument, { hidden, isText }: Reading) {
    this.#document = document;
    this.#ajv = new Ajv2020({
      strict: false,
      logger: false,
      validateSchema: false,
      allErrors: true,
      coerceTypes: isText,
    });
    addFormats.default(this.#ajv);
    const is30 = isVersion30(document.raw);
    for (const { file, value } of document.sources)
      unlessRefused(() =>
        this.#ajv.addSchema(adapted(value, hidden, is30) as JsonObject, pathToFileURL(file).href),
      );
  }

  /** Compiles the schema that an object of the description holds; without one, every value is allowed. */
  check(holder: object): Check {
    const known = this.#checks.get(holder) ?? this.#compiled(holder);
    this.#checks.set(holder, known);
    return known;
  }

  #compiled(holder: object): Check {
    const { file, pointer } = this.#document.originOf(holder) ?? {};
    if (!("schema" in holder)) return () => [];
    if (pointer === undefined || file === undefined) return () => undefined;
    const escaped = [...pointer, "schema"].map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1"));
    const reference = `${pathToFileURL(file)}#/${escaped.map(encodeURIComponent).join("/")}`;
    const validate = unlessRefused(() => this.#ajv.compile({ $ref: reference }));
    // A schema that refers to itself for the same value has no end.
    return (value) =>
      validate && unlessRefused(() => (validate(structuredClone(value)) ? [] : (validate.errors ?? [])));
  }
}

/** Ajv throws errors of several kinds for a schema that it cannot read, such as one with a broken pattern. */
function unlessRefused<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/**
 * Writes in JSON Schema what only OpenAPI knows. In 3.0 the siblings of a `$ref` do not count, and bounds are exclusive
 * by a flag; its `nullable` is known to Ajv, next to a type. Requests need no `readOnly` property and responses no
 * `writeOnly` one, whatever `required` says (OpenAPI 3.0.3, 4.7.24.2).
 */
function adapted(value: unknown, hidden: string, is30: boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => adapted(each, hidden, is30));
  if (!isObject(value)) return value;
  if (is30 && typeof value.$ref === "string") return { $ref: value.$ref };
  const copy: JsonObject = {};
  for (const [key, each] of Object.entries(value)) copy[key] = adapted(each, hidden, is30);
  if (typeof copy.nullable === "boolean" && !(is30 && typeof copy.type === "string")) delete copy.nullable;
  for (const bound of ["minimum", "maximum"]) {
    const flag = `exclusive${bound.replace("m", "M")}`;
    if (copy[flag] === true) copy[flag] = copy[bound];
    if (copy[flag] === false) delete copy[flag];
  }
  // Lists of items come from older drafts, which generators still write.
  if (Array.isArray(copy.items)) {
    copy.prefixItems = copy.items;
    copy.items = copy.additionalItems ?? true;
  }
  const properties = objectOf(value.properties);
  if (Array.isArray(value.required))
    copy.required = value.required.filter((name) => objectOf(properties[String(name)])[hidden] !== true);
  return copy;
}

/**
 * Describes what the errors say about a place in a part of a message; `undefined` if they are about others.
 *
 * @param part the place of the part, for the description
 */
export function problemAt(
  place: readonly string[],
  errors: readonly ErrorObject[],
  part: readonly string[],
): string | undefined {
  // An error of `if` only says that `then` or `else` failed. The errors of a union's members come before its own.
  const found = errors.filter((error) => error.keyword !== "if" && isAbout(error, place)).at(-1);
  if (!found) return undefined;
  const { instancePath, message = "is refused", params } = found;
  const values: unknown = params.allowedValues ?? params.allowedValue;
  const name = params.additionalProperty ?? params.unevaluatedProperty;
  const more = values !== undefined ? `: ${JSON.stringify(values)}` : name === undefined ? "" : `: ${name}`;
  return `${pointerOf(part)}${instancePath} ${message}${more}`;
}

/** Whether the error is at the place, inside it, or around it and not about something else there. */
function isAbout({ instancePath, params }: ErrorObject, place: readonly string[]): boolean {
  const pointers = place.map((_, index) => pointerOf(place.slice(0, index + 1)));
  const own = pointers.at(-1) ?? "";
  if (instancePath === own || instancePath.startsWith(`${own}/`)) return true;
  // How many steps of the place lead to the object with the error. If the error names a property, it must be the next
  // step.
  const depth = ["", ...pointers].indexOf(instancePath);
  const isAround = depth >= 0;
  const names = [
    params.missingProperty,
    params.additionalProperty,
    params.unevaluatedProperty,
    params.property,
  ];
  const named = names.filter((name) => name !== undefined);
  return isAround && (named.length === 0 || named.includes(place[depth]));
}

function pointerOf(parts: readonly string[]): string {
  return parts.map((part) => `/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
