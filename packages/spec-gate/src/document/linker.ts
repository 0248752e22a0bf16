import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { arrayOf, isObject, type JsonObject, objectOf } from "../json-value.ts";
import { setComponentName, setSchemeByUri } from "./components.ts";
import {
  dataKeys,
  isExtension,
  isExtensionOfMap,
  isReferenceObject,
  isVersion30,
  methods,
  nameMaps,
} from "./keys.ts";
import { leadsElsewhere } from "./opaque.ts";
import { Origin } from "./origin.ts";
import { pointerParts, pointerText, valueAt } from "./pointer.ts";
import { isReadable } from "./referenced-file.ts";
import {
  isBinaryText,
  isNever,
  isNullAlone,
  makeBinary,
  makeEnumNullable,
  makeNullable,
  makeUnionWithNull,
} from "./rewrite-schemas.ts";
import { readSourceFile, type SourceFile } from "./source-file.ts";

// Values under these keys are data, not descriptions.
const unlinkedKeys = new Set([...dataKeys, "example", "examples"]);

/** What a reference leads to. */
interface Target {
  readonly raw: unknown;
  readonly at: Origin;
  readonly name: string;
}

/**
 * Replaces every `$ref` with its target, which leaves one object graph (cyclic if the schemas are). Rewrites
 * OpenAPI 3.0 schemas in 3.1 terms.
 */
export class Linker {
  readonly #files = new Map<string, SourceFile>();
  readonly #linked = new Map<object, unknown>();
  readonly #origins = new WeakMap<object, Origin>();
  readonly #root: string;
  readonly #isVersion30: boolean;
  readonly #readsNullable: boolean;
  // A queue of objects to fill, because chains of references can be deeper than the call stack allows.
  readonly #waiting: (() => void)[] = [];

  /** @param readsNullable whether `nullable`, which is no keyword from 3.1 on, means null */
  constructor(root: SourceFile, readsNullable = false) {
    this.#files.set(root.file, root);
    this.#root = root.file;
    this.#isVersion30 = isVersion30(root.value);
    this.#readsNullable = readsNullable || this.#isVersion30;
  }

  /** The files that were read. */
  sources(): readonly SourceFile[] {
    return [...this.#files.values()];
  }

  /** What is wrong with references that lead nowhere. */
  readonly dangling: string[] = [];

  /** The place where the object was written; `undefined` for one that the linker created. */
  originOf(value: object): Origin | undefined {
    return this.#origins.get(value);
  }

  /** Returns the linked form of a whole file. */
  link(source: SourceFile): unknown {
    const linked = this.#node(source.value, new Origin(source, []));
    // The queue grows while it is read; taking its first item each time would move all others.
    for (const next of this.#waiting) next();
    this.#waiting.length = 0;
    this.#linked.clear();
    return linked;
  }

  #node(raw: unknown, at: Origin, chain?: Set<object>): unknown {
    if (Array.isArray(raw)) return raw.map((item, index) => this.#node(item, at.child(String(index))));
    if (!isObject(raw)) return raw;
    if (isNever(raw)) return false;
    const known = this.#linked.get(raw);
    if (known !== undefined) return known;
    if (typeof raw.$ref === "string") return this.#reference(raw, raw.$ref, at, chain);
    if (typeof raw.$dynamicRef === "string") return this.#opaque(raw, `$dynamicRef ${raw.$dynamicRef}`, at);
    const linked: JsonObject = {};
    this.#linked.set(raw, linked);
    this.#origins.set(linked, at);
    this.#waiting.push(() => this.#fill(linked, raw, at));
    return linked;
  }

  #fill(linked: JsonObject, raw: JsonObject, at: Origin): void {
    for (const [key, value] of Object.entries(raw)) {
      // A `$ref` in data or in an extension is not a reference.
      const isData = unlinkedKeys.has(key) || isExtension(key);
      if (isData || typeof value !== "object") setKey(linked, key, value);
      else if (nameMaps.has(key) && isObject(value)) linked[key] = this.#nameMap(value, at.child(key));
      else setKey(linked, key, this.#node(value, at.child(key)));
    }
    if (at.pointer.at(-2) === "security") this.#findSchemes(linked, at);
    if (isBinaryText(raw)) makeBinary(linked);
    if (this.#readsNullable) this.#applyNullable(linked, raw, at);
    if (!this.#isVersion30) makeUnionWithNull(linked);
    if (Array.isArray(linked.enum)) makeEnumNullable(linked, linked.enum);
  }

  /** OpenAPI 3.2 names a security scheme as a component, or by its URI. */
  #findSchemes(requirement: JsonObject, at: Origin): void {
    const components = objectOf(objectOf(this.#files.get(this.#root)?.value).components);
    for (const name of Object.keys(requirement)) {
      if (Object.hasOwn(objectOf(components.securitySchemes), name) || !/[#./]/.test(name)) continue;
      const target = this.#resolve(name, at);
      const scheme = target && this.#target(target, new Set());
      if (isObject(scheme)) setSchemeByUri(requirement, name, scheme);
    }
  }

  /** Generators write `T | null` as a union of T and a member that says nothing but `nullable: true`. */
  #applyNullable(linked: JsonObject, raw: JsonObject, at: Origin): void {
    // Asks the member as written: a linked one no longer says `nullable`.
    const isNull = (key: string, index: number) =>
      isNullAlone(this.#targetOf(arrayOf(raw[key])[index], at.child(key).child(String(index))));
    for (const key of ["anyOf", "oneOf"]) {
      if (Array.isArray(linked[key]))
        linked[key] = linked[key].map((member, index) => (isNull(key, index) ? { type: "null" } : member));
    }
    const all = arrayOf(linked.allOf);
    const parts = all.filter((_part, index) => !isNull("allOf", index));
    const isNullInside = parts.length > 0 && parts.length < all.length;
    if (isNullInside) linked.allOf = parts;
    if (raw.nullable === true || isNullInside) makeNullable(linked);
  }

  #targetOf(raw: unknown, at: Origin): unknown {
    return isObject(raw) && typeof raw.$ref === "string" ? this.#resolve(raw.$ref, at)?.raw : raw;
  }

  #nameMap(raw: JsonObject, at: Origin): JsonObject {
    const known = this.#linked.get(raw);
    if (isObject(known)) return known;
    const linked: JsonObject = {};
    this.#linked.set(raw, linked);
    this.#origins.set(linked, at);
    for (const [name, value] of Object.entries(raw)) {
      setKey(linked, name, isExtensionOfMap(name, at.pointer) ? value : this.#node(value, at.child(name)));
    }
    return linked;
  }

  #reference(raw: JsonObject, ref: string, at: Origin, chain = new Set<object>()): unknown {
    const target = chain.has(raw) ? undefined : this.#resolve(ref, at);
    if (!target) return this.#opaque(raw, ref, at);
    chain.add(raw);
    const siblings = Object.keys(raw).filter((key) => !["$ref", "summary", "description"].includes(key));
    const isPathItem = methods.some((key) => key in raw || (isObject(target.raw) && key in target.raw));
    // 3.0 ignores the siblings of a `$ref`; generators still write `nullable` there, and mean it.
    const isNullable = this.#readsNullable && !isPathItem && raw.nullable === true;
    const isAlone =
      siblings.length === 0 ||
      (this.#isVersion30 && !isPathItem && !isNullable) ||
      isReferenceObject(at.pointer);
    if (isAlone) return this.#target(target, chain);
    const linked: JsonObject = {};
    // Known before its target is linked, which may refer back to it.
    this.#linked.set(raw, linked);
    this.#origins.set(linked, at);
    const base = this.#target(target, chain);
    const { $ref: _ref, ...rest } = raw;
    this.#waiting.push(() => {
      if (isNullable && this.#isVersion30) {
        linked.anyOf = [base, { type: "null" }];
      } else if (isPathItem) {
        Object.assign(linked, base);
        this.#fill(linked, rest, at);
      } else {
        this.#fill(linked, rest, at);
        linked.allOf = [base, ...arrayOf(linked.allOf)];
        // For a `type: "null"` next to the reference, which `#fill` left because there was no `allOf` yet.
        makeUnionWithNull(linked);
        if (isNullable) makeNullable(linked);
      }
    });
    return linked;
  }

  /**
   * Keeps a reference that cannot be followed, with its siblings, as a value that is only equal to itself: its
   * `$ref` stays in the linked document.
   */
  #opaque(raw: JsonObject, ref: string, at: Origin): JsonObject {
    const linked: JsonObject = { $ref: ref };
    if (!leadsElsewhere(ref))
      this.dangling.push(`${at.source.file} ${pointerText(at.pointer)}: the $ref ${ref} does not resolve`);
    this.#linked.set(raw, linked);
    this.#origins.set(linked, at);
    const { $ref: _ref, $dynamicRef: _dynamicRef, ...rest } = raw;
    if (!this.#isVersion30 && !isReferenceObject(at.pointer))
      this.#waiting.push(() => this.#fill(linked, rest, at));
    return linked;
  }

  #target({ raw, at, name }: Target, chain: Set<object>): unknown {
    const linked = this.#node(raw, at, chain);
    if (isObject(linked)) setComponentName(linked, name);
    return linked;
  }

  /** `undefined` for what is on the network, outside of the repository or not there, and for a name of `$anchor`. */
  #resolve(ref: string, at: Origin): Target | undefined {
    const [address = "", fragment = ""] = ref.split("#", 2);
    const source = address === "" ? at.source : this.#fileOf(address, at);
    const isPointer = fragment === "" || fragment.startsWith("/");
    const pointer = pointerParts(fragment);
    const raw = isPointer ? valueAt(source?.value, pointer) : undefined;
    if (source === undefined || raw === undefined) return undefined;
    return { raw, at: new Origin(source, pointer), name: pointer.at(-1) ?? address };
  }

  #fileOf(address: string, at: Origin): SourceFile | undefined {
    if (/^(?!file:)[a-z][a-z+.-]*:/i.test(address)) return undefined;
    const path = pathOf(address);
    if (path === undefined) return undefined;
    const file = resolve(dirname(at.source.file), path);
    const known = this.#files.get(file);
    if (known) return known;
    if (!isReadable(file, this.#root)) return undefined;
    const source = readSourceFile(file);
    this.#files.set(file, source);
    return source;
  }
}

/** Sets the key; an assignment to `__proto__` would set the prototype. */
function setKey(object: JsonObject, key: string, value: unknown): void {
  if (key !== "__proto__") object[key] = value;
  else Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

/** The path of a file that a reference names; `undefined` if it is not one. */
function pathOf(address: string): string | undefined {
  try {
    return address.startsWith("file:") ? fileURLToPath(address) : decodeURIComponent(address);
  } catch {
    return undefined;
  }
}
