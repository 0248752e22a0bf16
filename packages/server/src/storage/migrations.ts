import type { Sql } from "./sql.ts";

/**
 * A version of the schema. Other nodes use the previous version while it is created, so it may lock one table only for
 * as long as it takes to change columns, and must neither read nor rewrite its rows.
 */
export interface Migration {
  /** The statements of one transaction; for PostgreSQL also one that creates or drops an index concurrently. */
  readonly sql: Sql;
  /**
   * The lowest version whose releases still work on a database with this version: usually that of the previous release,
   * so that a column is added in one release and an old one dropped in the next.
   */
  readonly readableFrom: number;
}

/**
 * The schema, with one entry per version. A released entry is never changed; before the first release, the only entry is,
 * and databases that were made before are made anew.
 *
 * A computer is stored as the JSON text that is sent, so that a read serializes nothing. The text is in two parts, so
 * that a list can omit the steps: `head`, without the closing brace, and `steps`. In PostgreSQL both stay in the row if
 * they fit in a page, because a read from elsewhere would double the cost, and pages keep room for updates, which then
 * write no index (`fillfactor`). The other columns repeat what queries need; in both engines, texts compare by code
 * points. No foreign key acts: a statement says which rows of jobs are freed or go with their computer.
 */
export const migrations: readonly Migration[] = [
  {
    readableFrom: 1,
    sql: {
      sqlite: `
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

    create table nodes (
      id text primary key not null,
      name text not null,
      lease_until integer not null
    ) strict;
    create table jobs (
      computer_id text primary key not null references computers (id),
      owner_id text not null,
      position integer,
      attempt integer not null,
      held_attempt integer,
      node text references nodes (id),
      traceparent text
    ) strict;
    create index jobs_free on jobs (owner_id, position, computer_id) where position is not null and node is null;
    create index jobs_by_node on jobs (node) where node is not null;

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
  `,
      postgres: `
    create table computers (
      id text collate "C" primary key not null,
      owner_id text collate "C" not null,
      name text collate "C" not null,
      host_id text collate "C",
      created_at double precision not null,
      head text not null,
      steps text not null
    );
    create unique index computers_by_name on computers (owner_id, name);
    create unique index computers_by_host on computers (owner_id, host_id) where host_id is not null;
    create index computers_newest_first on computers (owner_id, created_at desc, id desc);

    create table nodes (
      id text collate "C" primary key not null,
      name text not null,
      lease_until bigint not null
    );
    create table jobs (
      computer_id text collate "C" primary key not null references computers (id),
      owner_id text collate "C" not null,
      position bigint,
      attempt bigint not null,
      held_attempt bigint,
      node text collate "C" references nodes (id),
      traceparent text
    );
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
    );
    create index api_keys_oldest_first on api_keys (created_at, id);

    alter table computers set (fillfactor = 80, toast_tuple_target = 8160),
      alter column head set storage main, alter column steps set storage main;
    create table schema_version (version integer primary key, readable_from integer not null);
    insert into schema_version values (0, 0);
  `,
    },
  },
];

/** How many versions a SQLite file had before the first release. There is no migration from these. */
const unreleasedVersions = 2;

/** The version of a SQLite file with all of these migrations, its `PRAGMA user_version`. */
export const fileVersionAfter = (migrations: readonly Migration[]): number =>
  unreleasedVersions + migrations.length;
