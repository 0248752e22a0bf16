/**
 * A version of the schema, which other nodes use while it is made: a test refuses one that rewrites a table, or keeps it locked
 * while it reads it.
 */
export interface Migration {
  /** Statements of one transaction, or one that creates or drops an index concurrently. */
  readonly sql: string;
  /**
   * The lowest version whose releases still work on a database that has this one: as a rule that of the release before, so that a
   * column is added in one release, and an old one dropped in the next.
   */
  readonly readableFrom: number;
}

/**
 * The schema `compute_host`, one entry a version; its table `schema_version` holds how many of them a database has had. An
 * entry that was released is never changed.
 *
 * A computer is kept as the JSON text that is sent, in two parts, so that a list can leave its steps out: `head`, without the
 * closing brace, and `steps`. Both stay in the row up to a page of it, as a read from elsewhere would double the cost. The
 * other columns repeat what the database looks for; texts compare by code points, as SQLite compares them.
 */
export const migrations: readonly Migration[] = [
  {
    readableFrom: 1,
    sql: `
  create schema if not exists compute_host;
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

  create table compute_host.nodes (
    id text collate "C" primary key,
    name text not null,
    lease_until bigint not null
  );
  create table compute_host.jobs (
    computer_id text collate "C" primary key references compute_host.computers (id) on delete cascade,
    owner_id text collate "C" not null,
    position bigint,
    attempt bigint not null,
    held_attempt bigint,
    node text collate "C" references compute_host.nodes (id) on delete set null,
    traceparent text
  );
  create index jobs_free on compute_host.jobs (owner_id, position, computer_id) where position is not null and node is null;
  create index jobs_by_node on compute_host.jobs (node) where node is not null;

  create table compute_host.api_keys (
    id text collate "C" primary key,
    name text not null,
    owner_id text not null,
    owner_kind text not null,
    sha256 text collate "C" unique not null,
    created_at double precision not null,
    expires_at double precision,
    revoked_at double precision,
    used_at double precision
  );
  create index api_keys_oldest_first on compute_host.api_keys (created_at, id);

  create table compute_host.schema_version (version integer not null, readable_from integer not null);
  insert into compute_host.schema_version values (0, 0);
  `,
  },
];
