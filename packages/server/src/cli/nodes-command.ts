import { Command } from "commander";
import type { NodeInfo } from "../computers/cluster.ts";
import { openStorage } from "../storage/open-storage.ts";
import { CliError, type CliIo } from "./cli-io.ts";
import { configuredDatabase } from "./open-administration.ts";
import { formatTable, formatTime } from "./table.ts";

/** Makes `compute-host nodes`. */
export function nodesCommand(io: CliIo): Command {
  return new Command("nodes")
    .description("list the nodes that share a PostgreSQL database, with their connections and jobs")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      `
LOST are jobs whose leases have ended: another node takes them over. A node without connections is cut off or has ended.

Examples:
  $ compute-host nodes
  $ compute-host nodes --json`,
    )
    .action(async ({ json }: { json?: boolean }) => {
      const nodes = await readNodes(io);
      await io.writeOutput(json ? `${JSON.stringify(nodes)}\n` : formatNodes(nodes));
    });
}

async function readNodes(io: CliIo): Promise<readonly NodeInfo[]> {
  const { location } = configuredDatabase(io);
  if (location.kind === "sqlite") {
    throw new CliError("With SQLite, one service has the database; several nodes need PostgreSQL.");
  }
  const storage = await openStorage({ databaseUrl: location.url });
  try {
    return (await storage.cluster?.nodes()) ?? [];
  } finally {
    await storage.close();
  }
}

function formatNodes(nodes: readonly NodeInfo[]): string {
  return formatTable(
    ["NODE", "ADDRESS", "SINCE", "CONNECTIONS", "JOBS", "LOST"],
    nodes.map(({ name, address = "", connectedAt, connections, jobs, lostJobs }) => [
      name,
      address,
      connectedAt === undefined ? "" : formatTime(connectedAt),
      String(connections),
      String(jobs),
      String(lostJobs),
    ]),
  );
}
