/** Something wrong that only an operator can mend. */
export interface OperatorError {
  readonly meaning: string;
  readonly remedy: string;
  /** What to type to see or mend it. */
  readonly command: string;
}

const ready = 'pg_isready -d "$COMPUTE_HOST_DATABASE_URL"';
const psql = (sql: string) => `psql "$COMPUTE_HOST_DATABASE_URL" -c "${sql}"`;
const sessions = psql(
  "select pid, wait_event, now() - query_start as since, query from pg_stat_activity order by since desc nulls last",
);

/**
 * What can be wrong with the database, by the code in the messages of the log and of commands. The table in
 * docs/errors.md is the same.
 */
export const operatorErrors = {
  "pg-refused": {
    meaning: "nothing is listening there",
    remedy: "start the database, or correct the host and port of the database URL",
    command: ready,
  },
  "pg-unknown-host": {
    meaning: "the host name is unknown",
    remedy: "correct the database URL",
    command: ready,
  },
  "pg-slow-connection": {
    meaning: "it accepted no connection in time",
    remedy: "check its load and the network",
    command: ready,
  },
  "pg-no-free-connection": {
    meaning: "no connection became free in time",
    remedy: "check its load",
    command: sessions,
  },
  "pg-no-response": {
    meaning: "it did not respond in time",
    remedy: "check its load and the network",
    command: sessions,
  },
  "pg-closed": {
    meaning: "it closed the connection",
    remedy: "see its log",
    command: psql("select pg_postmaster_start_time()"),
  },
  "pg-standby": {
    meaning: "it is a standby",
    remedy: "promote it, or name the primary server in the database URL, or all of its servers",
    command: psql("select pg_is_in_recovery()"),
  },
  "pg-standby-away": {
    meaning: "a commit waits for a standby",
    remedy: "start the standby, or take it out of synchronous_standby_names",
    command: psql("select application_name, state, sync_state from pg_stat_replication"),
  },
  "pg-read-only": {
    meaning: "it is read-only",
    remedy: "if it is the primary server, turn default_transaction_read_only off there",
    command: psql(
      "select name, setting, source from pg_settings where name = 'default_transaction_read_only'",
    ),
  },
  "pg-password": {
    meaning: "it refuses the password",
    remedy: "correct the database URL",
    command: psql("select current_user"),
  },
  "pg-user": {
    meaning: "it refuses the user, or a connection without TLS (sslmode=require)",
    remedy: "correct the database URL",
    command: psql("select type, database, user_name, address, auth_method from pg_hba_file_rules"),
  },
  "pg-no-tls": {
    meaning: "it does not support TLS",
    remedy: "turn it on there, or correct sslmode in the database URL",
    command: psql("show ssl"),
  },
  "pg-certificate": {
    meaning: "its certificate is not accepted",
    remedy: "name its issuer in sslrootcert, and its host, in the database URL",
    command: psql("show ssl_cert_file"),
  },
  "pg-no-database": {
    meaning: "there is no database with this name",
    remedy: "create it with createdb, or correct the database URL",
    command: "createdb --owner compute_host --encoding UTF8 compute_host",
  },
  "pg-permission": {
    meaning: "the user lacks permission",
    remedy: "it needs CREATE on the database, and must own the schema compute_host",
    command: psql("select nspowner::regrole from pg_namespace where nspname = 'compute_host'"),
  },
  "pg-disk-full": {
    meaning: "its disk is full",
    remedy: "free some space",
    command: "df -h /var/lib/postgresql",
  },
  "pg-no-table": {
    meaning: "one of its tables is missing",
    remedy: "restore a backup",
    command: psql("select tablename from pg_tables where schemaname = 'compute_host'"),
  },
  "pg-connection-limit": {
    meaning: "it has no free connection",
    remedy: "raise max_connections, or lower COMPUTE_HOST_DATABASE_CONNECTIONS",
    command: psql("select application_name, count(*) from pg_stat_activity group by 1 order by 2 desc"),
  },
  "pg-locked": {
    meaning: "another session holds a lock",
    remedy: "find it in pg_stat_activity, and end it with pg_terminate_backend",
    command: psql(
      "select distinct b.pid, b.application_name, b.query from pg_stat_activity w join pg_stat_activity b on b.pid = any(pg_blocking_pids(w.pid))",
    ),
  },
  "sqlite-locked": {
    meaning: "another process has the database locked",
    remedy: "end its transaction, or stop a service of a release that uses the file exclusively",
    command: "fuser -v /var/lib/compute-host/data.db",
  },
  "sqlite-read-only": {
    meaning: "the database is read-only",
    remedy: "give this user write access to the file and its folder",
    command: "namei -l /var/lib/compute-host/data.db",
  },
  "sqlite-io-error": {
    meaning: "the disk reported an error",
    remedy: "see the system log",
    command: "dmesg --ctime",
  },
  "sqlite-damaged": {
    meaning: "the database file is damaged",
    remedy: "restore it from a backup",
    command: "compute-host restore BACKUP --overwrite",
  },
  "sqlite-disk-full": {
    meaning: "the disk is full",
    remedy: "free some space",
    command: "df -h /var/lib/compute-host/data.db",
  },
  "sqlite-cannot-open": {
    meaning: "the database file cannot be opened",
    remedy: "its folder must exist and be writable",
    command: "namei -l /var/lib/compute-host/data.db",
  },
  "sqlite-not-a-database": {
    meaning: "the file is not a SQLite database",
    remedy: "choose another one",
    command: "head -c 15 /var/lib/compute-host/data.db",
  },
} as const satisfies Readonly<Record<string, OperatorError>>;

/** A code of {@link operatorErrors}. */
export type OperatorErrorCode = keyof typeof operatorErrors;

/** Says what is wrong, what to do, the code by which the manual has it, and what was reported. */
export function describeOperatorError(code: OperatorErrorCode, reported: string): string {
  const { meaning, remedy } = operatorErrors[code];
  return `${meaning}; ${remedy} (${code}: ${reported})`;
}
