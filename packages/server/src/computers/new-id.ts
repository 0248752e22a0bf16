import { randomUUID } from "node:crypto";

/** Prefix by kind: a computer, an install session or an API key. */
export type IdPrefix = "cmp" | "ins" | "key";

/** Makes a unique ID, for example `ins_0b7f6a3e5f3d4a549f0e8f7f2f6f7a11`. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomUUID().replaceAll("-", "")}`;
}
