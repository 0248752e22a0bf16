/** The time in microseconds. SQLite knows milliseconds. */
const now = "cast(round(unixepoch('subsec') * 1000) * 1000 as integer)";
const last = "coalesce((select seq from sqlite_sequence where name = 'jobs'), 0)";

/**
 * SQL that begins the jobs of rows with the columns `id`, `owner_id`, `traceparent` and `position`, in the order of their `position`; each replaces an existing one. The number of a row is
 * the attempt: the time, or one more than the last where the clock is behind that. So attempts rise across a
 * restored or copied database too, which does not know the last ones.
 */
export function beginJobs(computers: string): string {
  return `replace into jobs (sequence, computer_id, owner_id, traceparent)
    select max(${now}, ${last} + 1) + row_number() over (order by position) - 1, id, owner_id, traceparent
    from (${computers})`;
}
