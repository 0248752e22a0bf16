import { randomBytes } from "node:crypto";
import type { World } from "./world.ts";

let counter = 0;

/** Creates a new install session ID, unless a bug repeats one. */
export function newSessionId(world: World, latest?: string): string {
  counter += 1;
  if (world.bug("session-named-after-second")) return `ins_${Math.floor(Date.now() / 1000)}`;
  if (world.bug("session-kept") && latest !== undefined) return latest;
  if (world.variant("numbered-sessions")) return String(counter);
  return `ins_${randomBytes(6).toString("hex")}`;
}
