import { expect } from "vitest";
import { get, type RunningService, Workplace } from "../commands/run-command.ts";
import { fillDatabase } from "../durability/fill-database.ts";
import { SmallFileSystem } from "../durability/small-file-system.ts";
import { PgBouncer } from "../postgres/pgbouncer.ts";
import { query } from "../postgres/query.ts";
import { TemporaryPostgres } from "../postgres/temporary-postgres.ts";
import { sampleComputer } from "../storage/sample-computers.ts";
import { StepCommand, type StepRun } from "./step-command.ts";
import { TcpProxy } from "./tcp-proxy.ts";
import { Load } from "./two-register-load.ts";

/** Makes PostgreSQL write what no commit waits for as late as it can, so that a kill loses it. */
const unsyncedIsLost = ["wal_writer_delay=10s", "wal_writer_flush_after=1GB"];

/** What a lab consists of. */
export interface LabOptions {
  readonly engine: "SQLite" | "PostgreSQL";
  /** @default several on PostgreSQL, one on SQLite */
  readonly nodes?: number;
  readonly computers?: number;
  /** How many more computers there are, which the load does not change. */
  readonly spares?: number;
  /** How many of the computers the load installs repeatedly. */
  readonly installs?: number;
  /** How long a step takes, in milliseconds. */
  readonly stepMs?: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** A command that starts the nodes, with their command as its last arguments. */
  readonly launcher?: readonly string[];
  /** Whether each node connects to PostgreSQL through its own proxy. */
  readonly hasProxies?: boolean;
  /** Lines of configuration of a PgBouncer between the nodes and PostgreSQL. */
  readonly pooler?: readonly string[];
  /** A standby that PostgreSQL's commits wait for or not; the nodes know both servers. */
  readonly standby?: "sync" | "async";
  /** The size of a separate disk for the data, in MiB. */
  readonly diskMiB?: number;
}

/** Nodes of one service, each a process, on a separate database, with a load and a log of steps to judge them by. */
export class Lab implements AsyncDisposable {
  readonly nodes: RunningService[] = [];
  readonly proxies: TcpProxy[] = [];
  readonly ids: readonly string[];
  readonly spares: readonly string[];
  readonly place: Workplace;
  readonly step: StepCommand;
  readonly #options: LabOptions;
  readonly #stack = new AsyncDisposableStack();
  /** Nodes that a load balancer would no longer use. */
  readonly #leaving = new Set<number>();
  load!: Load;
  pooler!: PgBouncer;
  standby!: TemporaryPostgres;
  /** The proxy between the standby and the primary. */
  stream!: TcpProxy;
  disk!: SmallFileSystem;
  #postgres!: TemporaryPostgres;
  #database = "";

  private constructor(options: LabOptions) {
    const { computers = 8, spares = 0, stepMs = 300, diskMiB, engine, launcher = [] } = options;
    this.#options = options;
    if (diskMiB) this.disk = this.#stack.use(SmallFileSystem.mount(diskMiB));
    const onDisk = engine === "SQLite" && this.disk !== undefined;
    this.place = this.#stack.use(new Workplace(onDisk ? this.disk.folder : undefined));
    this.place.launcher = launcher;
    this.step = new StepCommand(this.place.folder, stepMs);
    this.ids = Array.from({ length: computers }, (_, index) => `cmp_${index}`);
    this.spares = Array.from({ length: spares }, (_, index) => `spare_${index}`);
  }

  /** Fills the database and starts the nodes concurrently. */
  static async start(options: LabOptions): Promise<Lab> {
    const lab = new Lab(options);
    try {
      if (options.engine === "PostgreSQL") await lab.#startPostgres();
      const computers = [...lab.ids, ...lab.spares].map((id) => sampleComputer({ id }));
      const apiKey = await fillDatabase(lab.url(), computers);
      lab.load = new Load({
        ...options,
        installs: options.installs ?? 2,
        apiKey,
        ids: lab.ids,
        urls: () => lab.urls,
      });
      const { nodes = options.engine === "SQLite" ? 1 : 3 } = options;
      await Promise.all(Array.from({ length: nodes }, (_, index) => lab.startNode(index)));
      return lab;
    } catch (error) {
      await lab[Symbol.asyncDispose]();
      throw error;
    }
  }

  async #startPostgres(): Promise<void> {
    const { nodes = 3, diskMiB, hasProxies, pooler, standby } = this.#options;
    const postgres = this.#stack.use(
      await TemporaryPostgres.start(unsyncedIsLost, undefined, diskMiB ? this.disk.folder : undefined),
    );
    this.#postgres = postgres;
    this.#database = await postgres.createDatabase();
    const { password } = new URL(postgres.url);
    await this.sql(
      `create role app login password '${password}'; alter database ${this.#database} owner to app`,
    );
    if (pooler) this.pooler = this.#stack.use(await PgBouncer.start(this.url(), pooler));
    if (hasProxies) {
      for (let index = 0; index < nodes; index++)
        this.proxies.push(this.#stack.use(await TcpProxy.start(postgres.server.port)));
    }
    if (standby === undefined) return;
    this.stream = this.#stack.use(await TcpProxy.start(postgres.server.port));
    this.standby = this.#stack.use(await TemporaryPostgres.standbyOf(postgres, this.stream.port));
    // Set after the files were copied, so that a promoted standby does not wait for another.
    if (standby === "sync") {
      await this.sql("alter system set synchronous_standby_names = '*'");
      await this.sql("select pg_reload_conf()");
    }
    const state = "select sync_state from pg_stat_replication where state = 'streaming'";
    await expect.poll(() => this.sql(state)).toEqual([{ sync_state: standby }]);
  }

  /** Starts a node in place of one that has ended, and waits until it listens. */
  async startNode(
    index: number,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<RunningService> {
    const variables = {
      COMPUTE_HOST_DATABASE_URL: this.url(index),
      COMPUTE_HOST_LOG_LEVEL: "info",
      ...this.step.environment,
      ...this.#options.environment,
      ...environment,
    };
    const node = await this.place.serve(variables).catch((error: Error) => {
      if (!error.message.includes("did not respond in time")) throw error;
      // Starts it again, as systemd would: with few pooler sessions, a node on a busy machine may wait for one for too
      // long.
      return this.place.serve(variables);
    });
    this.nodes[index] = node;
    this.#leaving.delete(index);
    return node;
  }

  /** Shuts a node down as behind a load balancer, and starts it again. */
  async restartNode(index: number, environment?: Readonly<Record<string, string>>): Promise<void> {
    this.#leaving.add(index);
    expect((await this.node(index).stop("SIGTERM")).exitCode).toBe(0);
    await this.startNode(index, environment);
  }

  node(index: number): RunningService {
    return this.nodes[index] as RunningService;
  }

  proxy(index: number): TcpProxy {
    return this.proxies[index] as TcpProxy;
  }

  get urls(): readonly string[] {
    return this.nodes.filter((_, index) => !this.#leaving.has(index)).map(({ url }) => url);
  }

  get postgres(): TemporaryPostgres["server"] {
    return this.#postgres.server;
  }

  /** The database URL of a node. */
  url(index?: number): string {
    if (this.#options.engine === "SQLite") return this.place.databaseUrl;
    if (index !== undefined && this.#options.pooler) return this.pooler.url;
    const port = index === undefined ? undefined : this.proxies[index]?.port;
    const url = this.postgres.url(this.#database, port).replace("//compute_host:", "//app:");
    const others = this.#options.standby ? `,127.0.0.1:${this.standby.server.port}` : "";
    return url.replace(/(?=\/[^/]*$)/, others);
  }

  /** Runs statements on PostgreSQL itself, as its superuser. */
  sql(text: string): Promise<unknown[]> {
    return query(this.postgres.url(this.#database), text);
  }

  /** Promotes the standby. */
  async promote(): Promise<void> {
    await query(this.standby.url, "select pg_promote()");
  }

  /** Waits until the standby has everything that the primary has. */
  async standbyHasAll(): Promise<void> {
    const lag = "select from pg_stat_replication where replay_lsn = pg_current_wal_lsn()";
    await expect.poll(() => this.sql(lag)).toHaveLength(1);
  }

  /** Waits until every node in use, or at least so many, have this readiness; 0 stands for a node that does not respond. */
  async expectReadiness(status: 200 | 503, nodes = this.urls.length): Promise<void> {
    const statuses = () =>
      Promise.all(
        this.urls.map((url) =>
          get(`${url}/readyz`).then(
            (response) => response.status,
            () => 0,
          ),
        ),
      );
    const count = async () => (await statuses()).filter((found) => found === status).length;
    await expect.poll(count).toBeGreaterThanOrEqual(nodes);
  }

  /** The value of a metric, a single digit, on each node in use. */
  metric(name: string): Promise<readonly (string | undefined)[]> {
    const line = new RegExp(`^compute_host_${name} (\\d)$`, "m");
    return Promise.all(
      this.urls.map(async (url) => line.exec(await (await get(`${url}/metrics`)).text())?.[1]),
    );
  }

  /** Starts an installation that does not end before `step.release()`, and returns the index of its node. */
  async holdInstallation(): Promise<number> {
    this.step.hold();
    expect(await this.load.install(this.ids.at(-1) ?? "")).toBe(202);
    const runs = () => this.runsOfLast().length;
    await expect.poll(runs).toBe(1);
    const running = await this.metric("provisioning_steps_running");
    expect(running.toSorted().slice(-2)).toEqual(["0", "1"]);
    return running.indexOf("1");
  }

  /** Installs the last computer, and returns the attempt. */
  async installToEnd(): Promise<number> {
    const before = this.runsOfLast().length;
    expect(await this.load.install(this.ids.at(-1) ?? "")).toBe(202);
    await expect.poll(() => this.runsOfLast()[before]?.hasEnded).toBe(true);
    return this.runsOfLast()[before]?.attempt ?? 0;
  }

  /** The runs of the last computer. */
  runsOfLast(): readonly StepRun[] {
    return this.step.runs().filter(({ computerId }) => computerId === this.ids.at(-1));
  }

  /** Waits until another node runs the held installation, under the same session. */
  async takeover(): Promise<void> {
    await expect.poll(() => this.runsOfLast().length).toBeGreaterThan(1);
  }

  /** Expects that no step ran a second time. */
  expectNoStepAgain(): void {
    const sessions = this.step.runs().map(({ session }) => session);
    expect(sessions).toEqual([...new Set(sessions)]);
  }

  /** Stops the load, and waits until every installation has ended. */
  async untilNothingRuns(): Promise<void> {
    await this.load.stop();
    await this.expectReadiness(200);
    const running = async () =>
      (await this.load.list())?.filter(({ status }) => status === "provisioning").length;
    await expect.poll(running, { interval: 200 }).toBe(0);
  }

  /** Waits until nothing runs, and judges all that callers and steps saw. */
  async judge(): Promise<void> {
    const { load } = this;
    await this.untilNothingRuns();
    await load.readAll();
    const violations = [...load.violations, ...(await this.#judgeSteps())];
    expect(violations, JSON.stringify(Object.fromEntries(load.outcomes))).toEqual([]);
  }

  /**
   * Lists what is wrong with the steps: overlaps, attempts that do not rise, failures, and sessions that never ended.
   */
  async #judgeSteps(): Promise<readonly string[]> {
    const runs = this.step.runs();
    const wrong = this.step
      .overlaps()
      .map(
        ([a, b]) =>
          `ran twice at the same time: ${a.computerId}, ${a.session} as ${a.attempt} and ${b.session} as ${b.attempt}`,
      );
    for (const [at, { session, attempt }] of runs.entries()) {
      if (runs.slice(at + 1).some((later) => later.session === session && later.attempt <= attempt))
        wrong.push(`an attempt of ${session} does not rise above ${attempt}`);
    }
    for (const { id, status } of (await this.load.list()) ?? [])
      if (status !== "active") wrong.push(`the step of ${id} failed`);
    for (const [id, session] of this.load.sessions()) {
      if (session !== "ins_1" && !runs.some((run) => run.session === session && run.hasEnded))
        wrong.push(`${session} of ${id} was accepted, and has not run to its end`);
    }
    return wrong;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // A step that a fault left held would keep the nodes from ending.
    this.step.release();
    await this.load?.stop();
    await this.#stack[Symbol.asyncDispose]();
  }
}
