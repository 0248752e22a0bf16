import type { ClusterState, NodeInfo } from "../../computers/cluster.ts";
import type { Connections } from "./connections.ts";

const nowUs = "extract(epoch from now()) * 1000000";

const stateQuery = {
  name: "cluster-state",
  text: `
    select coalesce((
        select extract(epoch from now()) - min(position) / 1e6 from jobs left join nodes on nodes.id = jobs.node
        where position is not null and (node is null or lease_until < ${nowUs})
      ), 0)::double precision,
      current_setting('synchronous_standby_names') <> '' and current_setting('synchronous_commit') not in ('off', 'local')`,
};

// A node adds its name to the application_name that its URL and that of this session have in common.
const nodesQuery = {
  name: "cluster-nodes",
  text: `
    with sessions as (
      select substr(application_name, length($1) + 2) as node, count(*)::int as connections,
        min(host(client_addr)) as address, min(backend_start) as since
      from pg_catalog.pg_stat_activity
      where datname = current_database() and starts_with(application_name, $1 || ' ')
      group by 1
    ), held as (
      select nodes.name as node, count(*) filter (where lease_until >= ${nowUs})::int as jobs,
        count(*) filter (where lease_until < ${nowUs})::int as lost_jobs
      from jobs join nodes on nodes.id = jobs.node group by 1
    )
    select coalesce(node, ''), coalesce(connections, 0), address, extract(epoch from since)::double precision * 1000,
      coalesce(jobs, 0), coalesce(lost_jobs, 0)
    from sessions full join held using (node) order by 1`,
};

type NodeRow = [string, number, string | null, number | null, number, number];

/** Reads what the database tells of its nodes. */
export function readCluster({ read }: Pick<Connections, "read">, applicationName: string) {
  return {
    async state(): Promise<ClusterState> {
      const [[oldestWaitingSeconds, isReplicated] = [0, false]] = await read<[number, boolean]>(
        stateQuery,
        [],
      );
      return { oldestWaitingSeconds, isReplicated };
    },
    async nodes(): Promise<readonly NodeInfo[]> {
      const rows = await read<NodeRow>(nodesQuery, [applicationName]);
      return rows.map(([name, connections, address, since, jobs, lostJobs]) => ({
        name,
        connections,
        ...(address !== null && { address }),
        ...(since !== null && { connectedAt: Math.round(since) }),
        jobs,
        lostJobs,
      }));
    },
  };
}
