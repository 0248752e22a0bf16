import { generateSync } from "json-schema-faker";

/** Makes a value that fits a schema; the same seed gives the same value. */
export function validData(schema: Record<string, unknown>, seed: number): unknown {
  return generateSync(schema, { seed, optionalsProbability: 0.6 });
}
