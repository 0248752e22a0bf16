import type { StepNodes } from "../../computers/computer-store.ts";
import { fromDatabaseText, toDatabaseText } from "../database-text.ts";
import type { Connections } from "./connections.ts";

const noteQuery = {
  name: "note-node",
  text: `
    insert into compute_host.step_nodes (computer_id, step_id, node) values ($1, $2, $3)
    on conflict (computer_id, step_id) do update set node = excluded.node where step_nodes.node <> excluded.node`,
};
const nodesQuery = {
  name: "nodes-of-steps",
  text: "select step_id, node from compute_host.step_nodes where computer_id = $1",
};

/** Keeps the names of the nodes that run steps. */
export function createStepNodes({ read, write }: Connections): StepNodes {
  return {
    async note(computerId, stepId, node) {
      await write(noteQuery, [computerId, toDatabaseText(stepId), node]);
    },
    async of(computerId) {
      const rows = await read<[stepId: string, node: string]>(nodesQuery, [toDatabaseText(computerId)]);
      return new Map(rows.map(([stepId, node]) => [fromDatabaseText(stepId), node]));
    },
  };
}
