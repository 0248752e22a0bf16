/**
 * The schema `compute_host`, one entry a version; its table `schema_version` holds how many of them a database has had. An
 * entry that was released is never changed.
 *
 * A computer is kept as the JSON text that is sent, in two parts, so that a list can leave its steps out: `head`, without the
 * closing brace, and `steps`. Both stay in the row up to a page of it, as a read from elsewhere would double the cost. The
 * other columns repeat what the database looks for; texts compare by code points, as SQLite compares them. The number of
 * computers is kept, and only imports and removals change it.
 */
export const migrations: readonly string[] = [
  `
  create table compute_host.computers (
    id text collate "C" primary key,
    owner_id text collate "C" not null,
    name text collate "C" not null,
    host_id text collate "C",
    created_at double precision not null,
    head text not null,
    steps text not null
  ) with (fillfactor = 80, toast_tuple_target = 8160);
  alter table compute_host.computers alter column head set storage main, alter column steps set storage main;
  create unique index computers_by_name on compute_host.computers (owner_id, name);
  create unique index computers_by_host on compute_host.computers (owner_id, host_id) where host_id is not null;
  create index computers_newest_first on compute_host.computers (owner_id, created_at desc, id desc);

  create sequence compute_host.job_attempts;
  create table compute_host.jobs (
    computer_id text collate "C" primary key references compute_host.computers (id) on delete cascade,
    attempt bigint unique not null default nextval('compute_host.job_attempts'),
    holder bigint,
    lease_until timestamptz
  );

  create table compute_host.api_keys (
    id text collate "C" primary key,
    name text not null,
    owner_id text not null,
    owner_kind text not null,
    sha256 text collate "C" unique not null,
    created_at double precision not null,
    expires_at double precision,
    revoked_at double precision
  );

  create table compute_host.totals (computers bigint not null);
  insert into compute_host.totals values (0);
  `,
];
