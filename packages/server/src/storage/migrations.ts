/**
 * A version of the schema, made while other nodes use the one before: it may lock one table, but for no longer than it takes to
 * change its columns, and neither read nor rewrite its rows.
 */
export interface Migration {
  /**
   * Statements of one transaction, or one that creates or drops an index concurrently: in the SQL of PostgreSQL, with `{strict}` after
   * the columns of a table, by which SQLite keeps to their types.
   */
  readonly sql: string;
  /** What only PostgreSQL does in the same transaction. */
  readonly postgres?: string;
  /**
   * The lowest version whose releases still work on a database that has this one: as a rule that of the release before, so that a
   * column is added in one release, and an old one dropped in the next.
   */
  readonly readableFrom: number;
}

/**
 * The schema, one entry a version. An entry that was released is never changed.
 *
 * A computer is kept as the JSON text that is sent, so that a read serializes nothing, in two parts, so that a list can leave its steps
 * out: `head`, without the closing brace, and `steps`. In PostgreSQL both stay in the row up to a page of it, as a read from elsewhere
 * would double the cost, and pages keep room for updates, which then write no index (`fillfactor`). The other columns repeat what the
 * database looks for; texts compare by code points in both engines.
 */
export const migrations: readonly Migration[] = [
  {
    readableFrom: 1,
    sql: `
  create table computers (
    id text collate "C" primary key not null,
    owner_id text collate "C" not null,
    name text collate "C" not null,
    host_id text collate "C",
    created_at double precision not null,
    head text not null,
    steps text not null
  ) {strict};
  create unique index computers_by_name on computers (owner_id, name);
  create unique index computers_by_host on computers (owner_id, host_id) where host_id is not null;
  create index computers_newest_first on computers (owner_id, created_at desc, id desc);

  create table nodes (
    id text collate "C" primary key not null,
    name text not null,
    lease_until bigint not null
  ) {strict};
  create table jobs (
    computer_id text collate "C" primary key not null references computers (id) on delete cascade,
    owner_id text collate "C" not null,
    position bigint,
    attempt bigint not null,
    held_attempt bigint,
    node text collate "C" references nodes (id) on delete set null,
    traceparent text
  ) {strict};
  create index jobs_free on jobs (owner_id, position, computer_id) where position is not null and node is null;
  create index jobs_by_node on jobs (node) where node is not null;

  create table api_keys (
    id text collate "C" primary key not null,
    name text not null,
    owner_id text not null,
    owner_kind text not null,
    sha256 text collate "C" unique not null,
    created_at double precision not null,
    expires_at double precision,
    revoked_at double precision,
    used_at double precision
  ) {strict};
  create index api_keys_oldest_first on api_keys (created_at, id);
  `,
    postgres: `
  alter table computers set (fillfactor = 80, toast_tuple_target = 8160),
    alter column head set storage main, alter column steps set storage main;
  create table schema_version (version integer primary key, readable_from integer not null);
  insert into schema_version values (0, 0);
  `,
  },
];

/** How many versions a SQLite file had before the first release: nothing makes these into a later one. */
const unreleasedVersions = 2;

/** The version of a SQLite file with all of these migrations, its `PRAGMA user_version`. */
export const fileVersionAfter = (migrations: readonly Migration[]): number =>
  unreleasedVersions + migrations.length;
