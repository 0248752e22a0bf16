/**
 * The schema, one entry a version; `PRAGMA user_version` holds how many of them a database has had. An entry that was
 * released is never changed.
 *
 * A computer is kept as the JSON text that is sent, so that a read prints nothing. Its steps come last in it, after
 * `head_bytes` bytes, so that a list can leave them out. The other columns repeat what the database looks for. The totals
 * are kept by every write, since counting a million rows takes as long as ten thousand reads.
 */
export const migrations: readonly string[] = [
  `
  create table computers (
    id text primary key not null,
    owner_id text not null,
    name text not null,
    host_id text,
    created_at real not null,
    json text not null,
    head_bytes integer not null
  ) strict;
  create unique index computers_by_name on computers (owner_id, name);
  create unique index computers_by_host on computers (owner_id, host_id) where host_id is not null;
  create index computers_newest_first on computers (owner_id, created_at desc, id desc);

  create table jobs (
    sequence integer primary key autoincrement,
    computer_id text unique not null references computers (id) on delete cascade
  ) strict;

  create table api_keys (
    id text primary key not null,
    name text not null,
    owner_id text not null,
    owner_kind text not null,
    sha256 text unique not null,
    created_at real not null,
    expires_at real,
    revoked_at real
  ) strict;
  `,
  `
  create table unfinished_imports (first_row integer primary key not null) strict;
  `,
  `
  create table totals (computers integer not null, jobs integer not null) strict;
  insert into totals select (select count(*) from computers), (select count(*) from jobs);
  `,
];
