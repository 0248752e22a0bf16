import { getLineColLocation, makeDocumentFromString, YamlParseError } from "@redocly/openapi-core";
import type { Json } from "../schema/json.ts";
import { keysOf, pointerOf, valueAt } from "../schema/pointer.ts";

/** A description as it is written. */
export interface Source {
  readonly description: Json;
  /** The line of a place; for a missing one, such as a missing key, the line of its parent. */
  lineOf(pointer: string): number;
}

/**
 * Reads a description.
 *
 * @param name how messages name its file
 * @throws Error with the line if it is not YAML
 */
export function readSource(text: string, name: string): Source {
  const { source, parsed } = parse(text, name);
  return {
    description: parsed,
    lineOf(pointer) {
      const place = `#${writtenPlace(parsed, pointer) || "/"}`;
      return getLineColLocation({ source, pointer: place, reportOnKey: true }).start.line;
    },
  };
}

function parse(text: string, name: string) {
  try {
    const { source, parsed } = makeDocumentFromString<Json>(text, name);
    return { source, parsed: parsed ?? null };
  } catch (error) {
    if (!(error instanceof YamlParseError)) throw error;
    const [reason] = error.originalError.message.split(/ in "|\n/);
    throw new Error(`${name}:${error.line}: ${reason}: correct the YAML.`, { cause: error });
  }
}

/** Follows the keys as far as they lead. */
function writtenPlace(description: Json, pointer: string): string {
  let at = "";
  for (const key of keysOf(pointer)) {
    const next = at + pointerOf(key);
    if (valueAt(description, next) === undefined) break;
    at = next;
  }
  return at;
}
