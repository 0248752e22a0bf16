import { isObject } from "../json-value.ts";

/** Whether a linked value is still a reference, because the gate cannot follow it. */
export function isOpaque(value: unknown): value is { readonly $ref: string } {
  return isObject(value) && typeof value.$ref === "string";
}

/**
 * Whether a reference may lead to something that the gate does not read: on the network, or by a name such as that of
 * an `$anchor`. Any other reference that cannot be followed is an error.
 */
export function leadsElsewhere(ref: string): boolean {
  const [address = "", fragment = ""] = ref.split("#", 2);
  return /^(?!file:)[a-z][a-z+.-]*:/i.test(address) || (fragment !== "" && !fragment.startsWith("/"));
}
