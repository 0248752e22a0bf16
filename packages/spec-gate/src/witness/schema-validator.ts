import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { ApiDocument } from "../document/api-document.ts";
import { readSourceFile } from "../document/source-file.ts";
import { arrayOf, isObject, type JsonObject, objectOf, stringsOf } from "../json-value.ts";
import { SpecGateError } from "../spec-gate-error.ts";

/** Upgrades a description of OpenAPI 3.0 to 3.1; may change its argument. */
export type Upgrade = (description: JsonObject) => JsonObject;

/** Checks a value; returns what is wrong, nothing if it is valid, or `undefined` if Ajv cannot tell. */
export type Check = (value: unknown) => readonly ErrorObject[] | undefined;

/**
 * Checks values against the schemas of a description as they are written. Ajv follows the references and a library
 * rewrites OpenAPI 3.0, so that nothing of the gate's own reading of schemas decides.
 */
export class SchemaValidator {
  readonly #document: ApiDocument;
  readonly #ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false, allErrors: true });

  /**
   * Reads the schemas of a description; `undefined` if Ajv cannot read them.
   *
   * @param hidden the flag of properties that the messages need not have
   */
  static of(...parameters: ConstructorParameters<typeof SchemaValidator>): SchemaValidator | undefined {
    return unlessRefused(() => new SchemaValidator(...parameters));
  }

  constructor(document: ApiDocument, hidden: "readOnly" | "writeOnly", upgrade: Upgrade) {
    this.#document = document;
    addFormats.default(this.#ajv);
    const version = String(document.raw.openapi);
    for (const [file, content] of filesOf(document)) {
      // A file that the description references has no version of its own.
      const is30 = version.startsWith("3.0");
      const whole = is30 ? upgrade({ ...content, openapi: version }) : content;
      this.#ajv.addSchema(adapted(whole, { hidden, is30 }) as JsonObject, file);
    }
  }

  /** Compiles a schema, which may refer to those of the description; `undefined` if Ajv cannot compile it. */
  check(schema: JsonObject): Check | undefined {
    const validate = unlessRefused(() => this.#ajv.compile(schema));
    // A schema that refers to itself for the same value has no end.
    return validate && ((value) => unlessRefused(() => (validate(value) ? [] : (validate.errors ?? []))));
  }

  /** A reference to what an object of the description has under a key; `undefined` if the gate created the object. */
  referenceTo(node: JsonObject, key: string): JsonObject | undefined {
    const pointer = this.#document.pointerOf(node);
    const file = this.#document.positionOf(node)?.file;
    if (pointer === undefined || file === undefined) return undefined;
    const parts = [...pointer, key].map((part) =>
      encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1")),
    );
    return { $ref: `${pathToFileURL(file)}#/${parts.join("/")}` };
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

/** The files of a description, by their URLs. */
function filesOf({ source }: ApiDocument): Map<string, JsonObject> {
  const files = new Map<string, JsonObject>();
  const waiting = [{ file: source.file, value: source.value }];
  for (const { file, value } of waiting) {
    const url = pathToFileURL(file).href;
    if (files.has(url) || !isObject(value)) continue;
    files.set(url, structuredClone(value));
    for (const address of addressesIn(value)) {
      const other = address.startsWith("file:") ? fileURLToPath(address) : decodeURIComponent(address);
      const path = resolve(dirname(file), other);
      if (!files.has(pathToFileURL(path).href)) waiting.push({ file: path, value: contentOf(path) });
    }
  }
  return files;
}

function contentOf(path: string): unknown {
  try {
    return readSourceFile(path).value;
  } catch (error) {
    // A `$ref` may name the `$id` of a schema, or be data: Ajv refuses what it cannot find.
    if (error instanceof SpecGateError) return undefined;
    throw error;
  }
}

/** The files that references in the value name. */
function addressesIn(value: unknown, known = new Set<unknown>()): string[] {
  if (typeof value !== "object" || value === null || known.has(value)) return [];
  known.add(value);
  const own = isObject(value) ? stringsOf([value.$ref]).map((ref) => ref.split("#")[0] ?? "") : [];
  return [
    ...own.filter((address) => address !== "" && !/^https?:/.test(address)),
    ...Object.values(value).flatMap((each) => addressesIn(each, known)),
  ];
}

interface Adaptation {
  readonly hidden: string;
  readonly is30: boolean;
}

/**
 * Writes in JSON Schema what only OpenAPI knows. In 3.0 nothing counts beside a reference. Requests need no `readOnly`
 * property and responses no `writeOnly` one, whatever `required` says (OpenAPI 3.0.3, 4.7.24.2). A discriminator selects
 * the member of its union (4.7.25).
 */
function adapted(value: unknown, how: Adaptation): unknown {
  if (Array.isArray(value)) return value.map((each) => adapted(each, how));
  if (!isObject(value)) return value;
  if (how.is30 && typeof value.$ref === "string") return { $ref: value.$ref };
  const copy: JsonObject = {};
  for (const [key, each] of Object.entries(value)) copy[key] = adapted(each, how);
  // Ajv knows it too; JSON Schema does not.
  if (typeof copy.nullable === "boolean") delete copy.nullable;
  // Lists of items are of older drafts, which generators still write.
  if (Array.isArray(copy.items)) {
    copy.prefixItems = copy.items;
    copy.items = copy.additionalItems ?? true;
  }
  const properties = objectOf(value.properties);
  if (Array.isArray(value.required))
    copy.required = value.required.filter((name) => objectOf(properties[String(name)])[how.hidden] !== true);
  return withDiscriminator(copy);
}

function withDiscriminator({ oneOf, ...rest }: JsonObject): JsonObject {
  const { propertyName, mapping } = objectOf(rest.discriminator);
  const members = arrayOf(oneOf ?? rest.anyOf);
  const references = stringsOf(members.map((member) => objectOf(member).$ref));
  if (typeof propertyName !== "string" || references.length === 0)
    return oneOf === undefined ? rest : { oneOf, ...rest };
  const nameOf = (reference: string) => reference.split("/").at(-1) ?? reference;
  const mapped = Object.entries(objectOf(mapping)).map(([tag, to]) => [tag, nameOf(String(to))] as const);
  const selected = references.flatMap((reference) => {
    const tags = mapped.filter(([, to]) => to === nameOf(reference)).map(([tag]) => tag);
    return (tags.length > 0 ? tags : [nameOf(reference)]).map((tag) => [tag, reference] as const);
  });
  const tagged = (schema: JsonObject) => ({ properties: { [propertyName]: schema } });
  const choices = selected.map(([tag, $ref]) => ({
    if: { not: { type: "object", ...tagged({ const: tag }), required: [propertyName] } },
    else: { $ref },
  }));
  const known = tagged({ enum: selected.map(([tag]) => tag) });
  return { ...rest, anyOf: members, allOf: [...arrayOf(rest.allOf), ...choices, known] };
}
