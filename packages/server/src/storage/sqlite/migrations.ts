/**
 * The schema, one entry a version; `PRAGMA user_version` holds how many of them a database has had. An entry that was
 * released is never changed.
 *
 * A computer is kept as the JSON text that is sent, so that a read prints nothing, in two parts, so that a list can leave its steps
 * out: `head`, without the closing brace, and `steps`. The other columns repeat what the database looks for.
 */
export const migrations: readonly string[] = [
  `
  create table computers (
    id text primary key not null,
    owner_id text not null,
    name text not null,
    host_id text,
    created_at real not null,
    head text not null,
    steps text not null
  ) strict;
  create unique index computers_by_name on computers (owner_id, name);
  create unique index computers_by_host on computers (owner_id, host_id) where host_id is not null;
  create index computers_newest_first on computers (owner_id, created_at desc, id desc);

  create table hidden_rows (first_row integer not null) strict;
  insert into hidden_rows values (9007199254740991);
  create view visible_computers as select * from computers where rowid < (select first_row from hidden_rows);

  create table jobs (
    sequence integer primary key autoincrement,
    computer_id text unique not null references computers (id) on delete cascade,
    owner_id text not null,
    traceparent text
  ) strict;
  create index jobs_by_owner on jobs (owner_id, sequence);

  create table api_keys (
    id text primary key not null,
    name text not null,
    owner_id text not null,
    owner_kind text not null,
    sha256 text unique not null,
    created_at real not null,
    expires_at real,
    revoked_at real,
    used_at real
  ) strict;
  create index api_keys_oldest_first on api_keys (created_at, id);

  create table totals (computers integer not null) strict;
  insert into totals values (0);
  `,
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
