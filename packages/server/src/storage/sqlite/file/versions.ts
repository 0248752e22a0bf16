import type { Migration } from "../../migrations.ts";

/** The migrations to versions 2 and 3 of a file. The first migration of both engines makes version 3. */
export const earlierVersions: readonly string[] = [
  `
  delete from computers where rowid >= (select first_row from hidden_rows);
  drop view visible_computers;
  drop table hidden_rows;
  drop table totals;
  `,
  `
  alter table jobs rename to old_jobs;
  create table nodes (id text primary key not null, name text not null, lease_until integer not null) strict;
  create table jobs (
    computer_id text primary key not null references computers (id) on delete cascade,
    owner_id text not null,
    position integer,
    attempt integer not null,
    held_attempt integer,
    node text references nodes (id) on delete set null,
    traceparent text
  ) strict;
  insert into jobs select computer_id, owner_id, sequence, sequence, null, null, traceparent from old_jobs;
  drop table old_jobs;
  create index jobs_free on jobs (owner_id, position, computer_id) where position is not null and node is null;
  create index jobs_by_node on jobs (node) where node is not null;
  `,
];

/** The version of a file with all of these migrations, its `PRAGMA user_version`. */
export const versionAfter = (migrations: readonly Migration[]): number =>
  earlierVersions.length + migrations.length;
