import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { setComponentName } from "../components.ts";
import { isObject, type JsonObject } from "../json-value.ts";
import { SpecGateError } from "../spec-gate-error.ts";
import { nameMaps } from "./name-maps.ts";
import { keyedPointers, pointerParts, pointerText, valueAt } from "./pointer.ts";
import { readSourceFile, type SourceFile } from "./source-file.ts";

/** Where an object of the linked document was written. */
export interface Origin {
  readonly source: SourceFile;
  readonly pointer: readonly string[];
}

// Values under these keys are data, not descriptions: a `$ref` in them is not a reference.
const dataKeys = new Set(["example", "examples", "default", "enum", "const", "x-extensible-enum"]);
const pathItemKeys = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

/**
 * Replaces every `$ref` with its target, which leaves one object graph (cyclic if the schemas are). Rewrites
 * OpenAPI 3.0 schemas in 3.1 terms.
 */
export class Linker {
  readonly #files = new Map<string, SourceFile>();
  // A file may refer to thousands of others: search it for names once, not for each reference.
  readonly #ids = new Map<SourceFile, ReadonlyMap<string, string[]>>();
  readonly #anchors = new Map<SourceFile, ReadonlyMap<string, string[]>>();
  readonly #linked = new Map<object, unknown>();
  readonly #origins = new WeakMap<object, Origin>();
  readonly #isVersion30: boolean;
  // A queue of objects to fill, because chains of references can be deeper than the call stack allows.
  readonly #waiting: (() => void)[] = [];

  constructor(root: SourceFile) {
    this.#files.set(root.file, root);
    this.#isVersion30 = isObject(root.value) && String(root.value.openapi).startsWith("3.0");
  }

  /** The place where the object was written; `undefined` for one that the linker created. */
  originOf(value: object): Origin | undefined {
    return this.#origins.get(value);
  }

  /** Returns the linked form of the value at the pointer. */
  link(source: SourceFile, pointer: readonly string[] = []): unknown {
    const linked = this.#node(valueAt(source.value, pointer), { source, pointer }, new Set());
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) next();
    return linked;
  }

  #node(raw: unknown, at: Origin, chain: Set<object>): unknown {
    if (Array.isArray(raw))
      return raw.map((item, index) => this.#node(item, child(at, String(index)), new Set()));
    if (!isObject(raw)) return raw;
    const known = this.#linked.get(raw);
    if (known !== undefined) return known;
    const ref = typeof raw.$ref === "string" ? raw.$ref : raw.$dynamicRef;
    if (typeof ref === "string") return this.#reference(raw, ref, at, chain);
    const linked: JsonObject = {};
    this.#linked.set(raw, linked);
    this.#origins.set(linked, at);
    this.#waiting.push(() => this.#fill(linked, raw, at));
    return linked;
  }

  #fill(linked: JsonObject, raw: JsonObject, at: Origin): void {
    for (const [key, value] of Object.entries(raw)) {
      if (dataKeys.has(key) || (key.startsWith("x-") && key !== "x-webhooks")) linked[key] = value;
      else if (nameMaps.has(key) && isObject(value)) linked[key] = this.#nameMap(value, child(at, key));
      else linked[key] = this.#node(value, child(at, key), new Set());
    }
    if (raw.type === "string" && raw.format === "binary") makeBinary(linked);
    if (this.#isVersion30 && raw.nullable === true) makeNullable(linked);
  }

  #nameMap(raw: JsonObject, at: Origin): JsonObject {
    const known = this.#linked.get(raw);
    if (isObject(known)) return known;
    const linked: JsonObject = {};
    this.#linked.set(raw, linked);
    this.#origins.set(linked, at);
    for (const [name, value] of Object.entries(raw)) {
      linked[name] = this.#node(value, child(at, name), new Set());
    }
    return linked;
  }

  #reference(raw: JsonObject, ref: string, at: Origin, chain: Set<object>): unknown {
    if (chain.has(raw)) throw new SpecGateError(`${place(at)}: the $ref ${ref} refers only to itself`);
    chain.add(raw);
    const target = this.#resolve(ref, at);
    const siblings = Object.keys(raw).filter(
      (key) => !["$ref", "$dynamicRef", "summary", "description"].includes(key),
    );
    const isPathItem = pathItemKeys.some((key) => key in raw || (isObject(target.raw) && key in target.raw));
    if (siblings.length === 0 || (this.#isVersion30 && !isPathItem)) {
      const linked = this.#node(target.raw, target.at, chain);
      if (isObject(linked)) setComponentName(linked, target.name);
      return linked;
    }
    const linked: JsonObject = {};
    this.#linked.set(raw, linked);
    this.#origins.set(linked, at);
    const base = this.#node(target.raw, target.at, chain);
    if (isObject(base)) setComponentName(base, target.name);
    const { $ref: _ref, $dynamicRef: _dynamic, ...rest } = raw;
    this.#waiting.push(() => {
      if (isPathItem) Object.assign(linked, base);
      this.#fill(linked, rest, at);
      if (!isPathItem) linked.allOf = [base, ...(Array.isArray(linked.allOf) ? linked.allOf : [])];
    });
    return linked;
  }

  #resolve(ref: string, at: Origin): { raw: unknown; at: Origin; name: string } {
    const [address = "", fragment = ""] = ref.split("#", 2);
    const source = address === "" ? at.source : this.#fileOf(address, at);
    const pointer = source && this.#pointerIn(source, address, fragment);
    const raw = source && pointer && valueAt(source.value, pointer);
    if (!source || !pointer || raw === undefined) {
      throw new SpecGateError(`${place(at)}: the $ref ${ref} does not resolve`);
    }
    return { raw, at: { source, pointer }, name: pointer.at(-1) ?? address };
  }

  #pointerIn(source: SourceFile, address: string, fragment: string): string[] | undefined {
    if (fragment === "" || fragment.startsWith("/")) {
      const start = address === "" ? [] : (this.#idsIn(source).get(address) ?? []);
      return [...start, ...pointerParts(fragment)];
    }
    const anchors = this.#anchors.get(source) ?? keyedPointers(source.value, ["$anchor", "$dynamicAnchor"]);
    this.#anchors.set(source, anchors);
    return anchors.get(fragment);
  }

  #idsIn(source: SourceFile): ReadonlyMap<string, string[]> {
    const ids = this.#ids.get(source) ?? keyedPointers(source.value, ["$id"]);
    this.#ids.set(source, ids);
    return ids;
  }

  #fileOf(address: string, at: Origin): SourceFile {
    if (this.#idsIn(at.source).has(address)) return at.source;
    if (/^https?:/.test(address)) {
      throw new SpecGateError(
        `${place(at)}: the $ref ${address} is on the network; bundle the description first`,
      );
    }
    const path = address.startsWith("file:") ? fileURLToPath(address) : decodeURIComponent(address);
    const file = resolve(dirname(at.source.file), path);
    const known = this.#files.get(file) ?? readSourceFile(file);
    this.#files.set(file, known);
    return known;
  }
}

function child(at: Origin, key: string): Origin {
  return { source: at.source, pointer: [...at.pointer, key] };
}

function place(at: Origin): string {
  return `${at.source.file} ${pointerText(at.pointer)}`;
}

/** Rewrites a 3.0 binary string: OpenAPI 3.1 gives raw bytes no type (3.1.0, 4.7.14.1). */
function makeBinary(schema: JsonObject): void {
  delete schema.type;
  delete schema.format;
}

function makeNullable(schema: JsonObject): void {
  delete schema.nullable;
  if (typeof schema.type === "string") {
    schema.type = [schema.type, "null"];
  } else if (["allOf", "anyOf", "oneOf"].some((key) => key in schema)) {
    const rest = { ...schema };
    for (const key of Object.keys(rest)) delete schema[key];
    for (const key of ["default", "readOnly", "writeOnly", "deprecated", "description"]) {
      if (key in rest) schema[key] = rest[key];
    }
    schema.anyOf = [rest, { type: "null" }];
  }
}
