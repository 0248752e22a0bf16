import { StandbyAwayError } from "./error.ts";
import type { Use } from "./transaction.ts";

/** How often it is asked why a commit takes so long, in milliseconds. */
const askMs = 1_000;
/** How long a commit may wait for a standby that works, in milliseconds. */
const patienceMs = 1_500;

/** PostgreSQL keeps the session of a commit for as long as it waits, even if its client has left. */
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

/** Knows whether commits wait for a standby that is away. */
export interface CommitWatch {
  /** Why writes are refused; absent while they are not. */
  refusal(): StandbyAwayError | undefined;
  /** Runs work that commits. @throws StandbyAwayError at once while an earlier commit waits: each further one would leave a session. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Calls back when writes begin to be refused. */
  onRefusal(listener: (refusal: StandbyAwayError) => void): void;
  stop(): void;
}

/** The context of {@link watchCommits}. */
export interface CommitWatchOptions {
  /** Lends a connection. */
  readonly use: Use;
  /** Is called with the reason when writes begin to be refused, and with `undefined` when they no longer are. */
  readonly onChange: (reason: string | undefined) => void;
}

/** Watches commits: while one of any node waits for a standby, this one begins no other. */
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
    // Where the database does not say, nothing changes: it fails in other ways too.
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
