import type { World } from "./world.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const randomUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const withinText = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

/** Whether a text is a UUID of any version in either letter case. */
export function isUuid(world: World, text: string, place: "query" | "body"): boolean {
  if (place === "body" && world.bug("any-text-taken-as-host")) return true;
  if (world.bug("only-random-uuids-accepted")) return randomUuid.test(text);
  if (world.bug("nil-uuid-refused") && /^[0-]+$/.test(text)) return false;
  if (world.bug("uuid-within-text-accepted")) return withinText.test(text);
  if (world.bug("line-end-after-uuid-accepted") && uuid.test(text.replace(/\n$/, ""))) return true;
  if (place === "body" && world.bug("upper-case-host-refused") && /[A-F]/.test(text)) return false;
  const isLenient = place === "body" ? "unhyphenated-host-accepted" : "unhyphenated-filter-accepted";
  if (world.bug(isLenient))
    return /^\{?[0-9a-f-]+\}?$/i.test(text) && text.replace(/[{}-]/g, "").length === 32;
  return uuid.test(text);
}

/** Whether two UUIDs are equal. */
export function isSameHost(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
