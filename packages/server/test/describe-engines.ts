import { describe, test } from "vitest";
import type { Engine } from "./engines.ts";

/** Declares the same tests for each engine or program. If this machine lacks one, a skipped test says why. */
export function describeEngines<Needed extends Pick<Engine, "name" | "missing">>(
  engines: readonly Needed[],
  declare: (engine: Needed) => void | Promise<void>,
): void {
  for (const engine of engines) {
    const { name, missing } = engine;
    if (missing === undefined) describe(name, () => declare(engine));
    else {
      console.error(`NOT RUN on ${name}: ${missing}`);
      test.skip(`not run on ${name}: ${missing}`);
    }
  }
}
