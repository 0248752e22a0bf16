import type { Duplex } from "node:stream";
import pg, { type Client, type ClientConfig } from "pg";
import {
  brokenByPooler,
  inUseBy,
  isServerError,
  ReadOnlyServerError,
  StandbyError,
  wasCut,
  wasRefused,
} from "./error.ts";
import { shareServiceLock } from "./service-lock.ts";
import { noteSessionEnd } from "./session-end.ts";
import { allSettled } from "./transaction.ts";

/** Limits of a session. */
export interface SessionLimits extends ClientConfig {
  /** Since PostgreSQL 17; in milliseconds, and 0 for none. */
  readonly transaction_timeout?: number;
}

/** How often a connection is opened again that broke while it was being opened. */
const maxCuts = 3;

/** The servers of a database, of which one takes writes. */
export interface Servers {
  /** One URL for each server. */
  readonly urls: readonly string[];
  /** Whether a primary server that is read-only is skipped, as a standby always is. */
  readonly mustTakeWrites: boolean;
  /** Reads the URLs again; user and password may have changed. */
  readonly readUrls?: (() => readonly string[]) | undefined;
}

/** Makes clients of a working server. */
export interface NodeClients {
  readonly NodeClient: new (config?: SessionLimits) => Client;
  /**
   * Opens a connection, trying each server.
   *
   * @throws Error of the server, or AggregateError with those of several.
   */
  connectToAny<Opened>(open: () => Promise<Opened>): Promise<Opened>;
}

/**
 * Settings that the statements and their callers rely on. The defaults of a database or a user may differ, now or
 * later. An empty value keeps the server's setting, unless that is `off`; it is not `null`, which would be a text where
 * `array_nulls` is off. A setting that the server does not know is left out.
 */
const sessionSettings = {
  array_nulls: "on",
  default_transaction_isolation: "read committed",
  search_path: "compute_host",
  synchronous_commit: "",
};

const setQuery = `
  select array(
    select case when current_setting(name, true) is not null then
      set_config(name, coalesce(nullif(value, ''), nullif(current_setting(name), 'off'), 'on'), false) end
    from unnest($1::text[], $2::text[]) as given (name, value)
  ) as values`;

const readQuery = (isService: boolean) => `
  select ${isService ? shareServiceLock : true} as has_lock,
    array(select current_setting(name, true) from unnest($1::text[]) as name) as values,
    pg_is_in_recovery() as is_standby,
    current_setting('transaction_read_only')::boolean as is_read_only,
    exists (select from pg_catalog.pg_prepared_statements) as has_statements`;

/**
 * Makes the clients. A session gets its limits after it is opened, because a pooler refuses or drops those in the
 * startup message, and then reads them back. A service's sessions take the service lock. All clients use the same
 * server until it fails, and the same user until the server refuses a connection.
 */
export function createNodeClients(servers: Servers, isService: boolean): NodeClients {
  const { urls: firstUrls, mustTakeWrites, readUrls } = servers;
  let urls = firstUrls;
  let current = 0;

  /** Whether there are other credentials than those that were refused. Reads them again, unless another client has. */
  function canUseOthers(refused: readonly string[]): boolean {
    if (urls === refused) readCredentials();
    return urls !== refused;
  }

  function readCredentials(): void {
    try {
      const [read] = readUrls?.() ?? [];
      if (read === undefined) return;
      const { username, password } = new URL(read);
      const changed = firstUrls.map((url) => Object.assign(new URL(url), { username, password }).href);
      if (changed.join() !== urls.join()) urls = changed;
    } catch {
      // The file is being replaced; it is read again after the next refusal.
    }
  }

  class NodeClient extends pg.Client {
    readonly #server = current;
    readonly #settings: Readonly<Record<string, string>>;
    readonly #timeoutMs: number;

    constructor(config: SessionLimits = {}) {
      const { transaction_timeout, ...others } = config;
      const { statement_timeout, lock_timeout, idle_in_transaction_session_timeout, ...rest } = others;
      // The tries of all servers share the time limit of a connection.
      const timeoutMs = (config.connectionTimeoutMillis ?? 0) / urls.length;
      super({ ...rest, connectionString: urls[current] as string, connectionTimeoutMillis: timeoutMs });
      const limits = { statement_timeout, lock_timeout, idle_in_transaction_session_timeout };
      const given = Object.entries(limits).map(([name, limit]) => [name, String(limit || 0)]);
      this.#settings = {
        ...sessionSettings,
        ...Object.fromEntries(given),
        ...(transaction_timeout !== undefined && { transaction_timeout: String(transaction_timeout) }),
      };
      this.#timeoutMs = timeoutMs;
      // Also because an error without a listener would end the process.
      noteSessionEnd(this);
    }

    override connect(): Promise<Client>;
    override connect(callback: (error: Error, client?: Client) => void): void;
    override connect(callback?: (error: Error, client?: Client) => void): Promise<Client> | undefined {
      const opened = this.#open();
      if (callback === undefined) return opened;
      opened.then((client) => callback(null as unknown as Error, client), callback);
      return undefined;
    }

    async #open(): Promise<Client> {
      try {
        await super.connect();
        await this.#prepare();
        return this;
      } catch (error) {
        if (current === this.#server) current = (current + 1) % urls.length;
        // Unlike end(), this does not wait for responses.
        (this as unknown as { connection: { stream: Duplex } }).connection.stream.destroy();
        throw error;
      }
    }

    /** Makes the settings in one transaction and reads them in another, because they may not last behind a pooler. */
    async #prepare(): Promise<void> {
      const names = Object.keys(this.#settings);
      const limited = (text: string, values: unknown[]) => {
        const query = { text, values, query_timeout: this.#timeoutMs || undefined };
        return this.query(query);
      };
      const [{ rows: made }, { rows: read }] = await allSettled([
        limited(setQuery, [names, Object.values(this.#settings)]),
        limited(readQuery(isService), [names]),
      ]);
      const { values, has_lock: hasLock, has_statements: hasStatements } = read[0];
      const server = `${this.host}:${this.port}`;
      if (read[0].is_standby) throw new StandbyError(server);
      const lost = names.find((_name, index) => values[index] !== made[0].values[index]);
      if (lost !== undefined)
        throw brokenByPooler(`${lost} of a session does not last`, "pool_mode = session");
      if (hasStatements) {
        throw brokenByPooler(
          "a new session has the prepared statements of an earlier one",
          "server_reset_query = DISCARD ALL",
        );
      }
      if (!hasLock) throw inUseBy();
      if (mustTakeWrites && read[0].is_read_only) throw new ReadOnlyServerError(`${server} takes no writes`);
    }
  }

  return {
    NodeClient,
    async connectToAny(open) {
      const errors: unknown[] = [];
      let cuts = 0;
      while (errors.length < urls.length) {
        const used = urls;
        try {
          return await open();
        } catch (error) {
          // A connection pooler has its own code for a refused password.
          if (isServerError(error) && canUseOthers(used)) continue;
          if (wasCut(error) && ++cuts <= maxCuts) continue;
          if (urls.length === 1 || wasRefused(error)) throw error;
          errors.push(error);
        }
      }
      throw new AggregateError(errors);
    },
  };
}
