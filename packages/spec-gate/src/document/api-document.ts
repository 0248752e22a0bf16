import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { isObject, type JsonObject, objectOf } from "../json-value.ts";
import { SpecGateError } from "../spec-gate-error.ts";
import { registerComponents } from "./components.ts";
import { isVersion30 } from "./keys.ts";
import { Linker } from "./linker.ts";
import { valueAt } from "./pointer.ts";
import { type Position, readSourceFile, type SourceFile } from "./source-file.ts";

/** A parsed OpenAPI description with every reference replaced by its target. */
export interface ApiDocument {
  readonly file: string;
  /** The file's content with its references as written. */
  readonly raw: JsonObject;
  /** The content with references replaced; cyclic if the schemas are. */
  readonly root: JsonObject;
  /** The position of the object, of the first of the keys that it has, or of what the path leads to. */
  positionOf(value: object, keys?: readonly string[], path?: readonly string[]): Position | undefined;
  /** The file that the object is written in, and its JSON Pointer there. */
  originOf(value: object): { readonly file: string; readonly pointer: readonly string[] } | undefined;
  /** What is wrong with its references that lead nowhere. */
  readonly dangling: readonly string[];
  readonly source: SourceFile;
  /** The file and all that it references. */
  readonly sources: readonly SourceFile[];
}

/** Reads a description. `text` overrides the file's content, such as for a version from git. */
export function readApiDocument(file: string, text?: string): ApiDocument {
  return linkApiDocument(readSourceFile(resolve(file), text));
}

/** Reads the revision of a base. A `nullable` that is left over where 3.0 became 3.1 still means null. */
export function readRevision(file: string, base: ApiDocument): ApiDocument {
  return linkApiDocument(readSourceFile(resolve(file)), isVersion30(base.raw));
}

/** How the names of descriptions end, in small letters or capitals. */
export const descriptionEndings = ["yaml", "yml", "json"] as const;

// A key of YAML that no space precedes belongs to no other.
const topLevelKey = /^(["']?)(?:openapi|swagger)\1\s*:/m;
const anyKey = /\b(?:openapi|swagger)["']?\s*:/;
// What remains of one that cannot be parsed: the first key after a brace, or a line of JSON.
const keyOfBroken = /^[^\S\n]*(?:\{\s*(["']?)(?:openapi|swagger)\1|"(?:openapi|swagger)")\s*:/m;

/** Whether the file says that it is a description, and not a part of one. `text` overrides its content. */
export function isDescription(file: string, text?: string): boolean {
  if (text === undefined && !statSync(file, { throwIfNoEntry: false })?.isFile()) return false;
  // Without its marks and zero bytes, a text in UTF-16 shows its keys: what reads it next refuses it.
  const content = (text ?? readFileSync(file, "utf8")).replaceAll(/^(?:\ufeff|\ufffd\ufffd)|\0/g, "");
  if (topLevelKey.test(content)) return true;
  if (!anyKey.test(content)) return false;
  try {
    const { openapi, swagger } = objectOf(readSourceFile(file, content).value);
    return openapi !== undefined || swagger !== undefined;
  } catch {
    return keyOfBroken.test(content);
  }
}

/** Links a parsed description. */
export function linkApiDocument(source: SourceFile, readsNullable = false): ApiDocument {
  const raw = source.value;
  if (isObject(raw) && raw.swagger !== undefined) {
    throw new SpecGateError(
      `${source.file} is Swagger ${String(raw.swagger)}; convert it to OpenAPI 3, for example with swagger2openapi`,
    );
  }
  if (isObject(raw) && typeof raw.openapi === "number") {
    throw new SpecGateError(
      `${source.file} gives its openapi version as a number; write it as text, such as "${raw.openapi}.0"`,
    );
  }
  if (!isObject(raw) || typeof raw.openapi !== "string") {
    throw new SpecGateError(
      `${source.file} is not an OpenAPI description: it has no top-level openapi field`,
    );
  }
  if (!/^3\.[012](\.|$)/.test(raw.openapi)) {
    throw new SpecGateError(`${source.file} says openapi ${raw.openapi}; the gate judges 3.0, 3.1 and 3.2`);
  }
  const linker = new Linker(source, readsNullable);
  const root = linker.link(source) as JsonObject;
  registerComponents(root);
  const origin = (value: object) => linker.originOf(value);
  return {
    file: source.file,
    raw,
    root,
    source,
    sources: linker.sources(),
    dangling: linker.dangling,
    originOf: (value) => {
      const at = origin(value);
      return at && { file: at.source.file, pointer: at.pointer };
    },
    positionOf: (value, keys = [], path = []) => {
      const at = origin(value);
      if (!at) return undefined;
      if (path.length > 0) return at.source.positionOf([...at.pointer, ...path]);
      const written = valueAt(at.source.value, at.pointer);
      const key = keys.find((each) => isObject(written) && Object.hasOwn(written, each));
      return at.source.positionOf(key === undefined ? at.pointer : [...at.pointer, key]);
    },
  };
}
