import { type BugId, bugs } from "./bugs/bugs.ts";
import type { Computer } from "./computer.ts";
import { issueCredentials } from "./credentials.ts";
import { applyPatch } from "./deviation.ts";
import { implementation } from "./implementation.ts";
import { ada, nightly, seedComputers } from "./seed-computers.ts";
import { type VariantId, variants } from "./variants.ts";
import type { World } from "./world.ts";

/** The options of a reference implementation. */
export interface ReferenceOptions {
  /** The bugs to switch on. @default [] */
  readonly bugs?: readonly BugId[];
  /** The legal variants to switch on. @default [] */
  readonly variants?: readonly VariantId[];
  /** @default a free port */
  readonly port?: number;
  /** The duration of an install session. @default 150 */
  readonly installMs?: number;
  /** The computers of both owners. @default `seedComputers()` */
  readonly computers?: readonly Computer[];
}

/** Creates the correct implementation, and replaces what the bugs and variants replace. */
export function createWorld(options: ReferenceOptions): World {
  const {
    bugs: mistakes = [],
    variants: allowed = [],
    installMs = 150,
    computers = seedComputers(),
  } = options;
  const world: World = {
    ...implementation,
    installMs,
    computers: new Map(),
    issuer: issueCredentials(ada, nightly),
    timers: new Set(),
  };
  for (const { id, patch } of variants) if (allowed.includes(id)) applyPatch(world, patch);
  for (const { id, patch } of bugs) if (mistakes.includes(id)) applyPatch(world, patch);
  for (const computer of world.seed(computers)) world.computers.set(computer.id, computer);
  return world;
}
