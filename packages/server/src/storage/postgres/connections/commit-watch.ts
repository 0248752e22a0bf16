import { StandbyAwayError } from "./error.ts";
import type { Use } from "./transaction.ts";

/** How often to check why a commit takes so long, in milliseconds. */
const askMs = 1_000;
/** How long a commit may wait for a working standby, in milliseconds. */
const patienceMs = 1_500;

/**
 * Finds waiting commits. PostgreSQL keeps the session of a commit while it waits, even if its client has disconnected.
 */
const waitingQuery = {
  name: "find-waiting-commits",
  text: `
    select current_setting('synchronous_standby_names') as required,
      coalesce((select string_agg(application_name, ', ') from pg_catalog.pg_stat_replication), 'none') as connected
    from pg_catalog.pg_stat_activity
    where datname = current_database() and usename = current_user and wait_event = 'SyncRep'
      and query_start < now() - interval '${patienceMs} milliseconds'
    limit 1`,
};

/** Tells whether commits wait for a standby that is away. */
export interface CommitWatch {
  /** Why writes are refused; `undefined` while they are not. */
  refusal(): StandbyAwayError | undefined;
  /**
   * Runs work that commits.
   *
   * @throws StandbyAwayError immediately while an earlier commit waits, because each further one would leave a session.
   */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Calls back when this node starts refusing writes. */
  onRefusal(listener: (refusal: StandbyAwayError) => void): void;
  stop(): void;
}

/** The context of {@link watchCommits}. */
export interface CommitWatchOptions {
  /** Lends a connection. */
  readonly use: Use;
  /** Called with the reason when this node starts refusing writes, and with `undefined` when it stops. */
  readonly onChange: (reason: string | undefined) => void;
}

/** Watches commits: while a commit of any node waits for a standby, this node starts no further ones. */
export function watchCommits({ use, onChange }: CommitWatchOptions): CommitWatch {
  let refusal: StandbyAwayError | undefined;
  let isAsking = false;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const listeners: ((refusal: StandbyAwayError) => void)[] = [];

  async function ask(): Promise<void> {
    const { rows } = await use((client) => client.query(waitingQuery));
    const isAway = rows[0] !== undefined;
    if (isStopped || isAway === (refusal !== undefined)) return;
    refusal = isAway ? new StandbyAwayError(rows[0].required, rows[0].connected) : undefined;
    clearInterval(timer);
    timer = isAway ? setInterval(askOnce, askMs).unref() : undefined;
    onChange(refusal?.message);
    if (refusal !== undefined) for (const tell of listeners) tell(refusal);
  }

  function askOnce(): void {
    if (isAsking) return;
    isAsking = true;
    // If the database does not respond, nothing changes: other work fails too.
    void ask()
      .catch(() => {})
      .finally(() => {
        isAsking = false;
      });
  }

  return {
    refusal: () => refusal,
    async run(work) {
      if (refusal !== undefined) throw refusal;
      const interval = setInterval(askOnce, askMs).unref();
      try {
        return await work();
      } finally {
        clearInterval(interval);
      }
    },
    onRefusal: (listener) => void listeners.push(listener),
    stop() {
      isStopped = true;
      clearInterval(timer);
    },
  };
}
