import type { ClientBase } from "pg";

const lockQuery = {
  name: "lock-jobs",
  text: "select computer_id, attempt from compute_host.jobs where computer_id = any($1) order by computer_id for update",
};

/** Locks the jobs of computers that are locked themselves, and reads the attempt of each. */
export async function lockJobs(
  client: ClientBase,
  computerIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (computerIds.length === 0) return new Map();
  const { rows } = await client.query<[computerId: string, attempt: string]>({
    ...lockQuery,
    values: [computerIds],
    rowMode: "array",
  });
  return new Map(rows.map(([id, attempt]) => [id, Number(attempt)]));
}

/** Begins the jobs of these computers, which replace any existing ones. */
export const beginJobsQuery = {
  name: "begin-jobs",
  text: `
    insert into compute_host.jobs (computer_id, owner_id, traceparent)
    select computer.id, computer.owner_id, begun.traceparent
    from unnest($1::text[], $2::text[]) as begun (id, traceparent)
    join compute_host.computers as computer on computer.id = begun.id order by computer.id
    on conflict (computer_id) do update
    set attempt = excluded.attempt, position = excluded.position, traceparent = excluded.traceparent,
      queued_at = excluded.queued_at`,
};

/** Ends the jobs of these computers. */
export const endJobsQuery = {
  name: "end-jobs",
  text: "delete from compute_host.jobs where computer_id = any($1)",
};

/** Begins the jobs of the imported computers that are being provisioned, in the transaction of an import. */
export const beginImportedJobs = `
  insert into compute_host.jobs (computer_id, owner_id)
  select id, owner_id from pg_temp.imported where needs_job order by position`;
