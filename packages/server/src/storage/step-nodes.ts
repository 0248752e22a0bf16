import type { StepNodes } from "../computers/computer-store.ts";
import { fromDatabaseText, toDatabaseText } from "./database-text.ts";
import type { Engine } from "./engine.ts";

/** Keeps the names of the nodes that run steps. */
export function createStepNodes(engine: Engine): StepNodes {
  const note = engine.prepare(
    `insert into step_nodes (computer_id, step_id, node) values (?, ?, ?)
     on conflict (computer_id, step_id) do update set node = excluded.node where step_nodes.node <> excluded.node`,
  );
  const nodes = engine.read<readonly [stepId: string, node: string]>(
    "select step_id, node from step_nodes where computer_id = ?",
  );
  return {
    note: (computerId, stepId, node) =>
      engine.transaction({
        reads: [],
        decide: () => ({ writes: [note([computerId, toDatabaseText(stepId), node])], result: undefined }),
      }),
    async of(computerId) {
      const rows = await nodes([toDatabaseText(computerId)]);
      return new Map(rows.map(([stepId, node]) => [fromDatabaseText(stepId), node]));
    },
  };
}
