/** Names the lock of the attempts among the advisory locks of a database: "attempts" in ASCII. */
const attemptLockKey = "7022365697954051187";

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
 *
 * An attempt is the time in microseconds, or one more than the last where the clock is behind that: attempts rise across a restore
 * and a failover too, after which the sequence has forgotten the last ones. Two sessions must not set it at the same time.
 * The lock ends with the inner block, whose rollback the sequence survives: a transaction that kept it would hold up every other claim.
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

  create sequence compute_host.job_attempts;
  create function compute_host.next_attempt() returns bigint language plpgsql as $$
  declare
    number bigint;
  begin
    begin
      perform pg_advisory_xact_lock(${attemptLockKey});
      number := setval('compute_host.job_attempts', greatest(
        nextval('compute_host.job_attempts'), (extract(epoch from clock_timestamp()) * 1000000)::bigint));
      raise sqlstate 'CH001';
    exception when sqlstate 'CH001' then null;
    end;
    return number;
  end $$;
  create table compute_host.jobs (
    computer_id text collate "C" primary key references compute_host.computers (id) on delete cascade,
    owner_id text collate "C" not null,
    position bigint not null default nextval('compute_host.job_attempts'),
    attempt bigint unique not null default compute_host.next_attempt(),
    holder bigint,
    lease_until timestamptz,
    traceparent text,
    node text,
    queued_at timestamptz not null default now()
  );
  create index jobs_by_owner on compute_host.jobs (owner_id, position);

  create table compute_host.step_nodes (
    computer_id text collate "C" references compute_host.computers (id) on delete cascade,
    step_id text collate "C",
    node text not null,
    primary key (computer_id, step_id)
  );

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
