import type { StoredComputer } from "../../src/computers/computer.ts";
import { fillDatabase } from "../durability/prepared-database.ts";
import { type RunningService, Workplace } from "../run-command.ts";
import { sampleComputer } from "../storage/sample-computers.ts";
import { checkHistory, type HistoryReport } from "./check-history.ts";
import { type SeenComputer, seenComputer } from "./computers-model.ts";
import { RecordedCalls } from "./recorded-calls.ts";
import { StepCommand } from "./step-command.ts";

/** The settings of the nodes. */
export interface ServiceNodesOptions {
  readonly count: number;
  /** The database URL, or one for each node if they connect differently. */
  readonly databaseUrl: string | ((index: number) => string);
  /** @default 8 */
  readonly computers?: number;
  /** How long a step of provisioning takes, in milliseconds. @default 500 */
  readonly stepMs?: number;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Nodes of one service, each a process of its own, with computers of one owner and what happened to them. */
export class ServiceNodes implements AsyncDisposable {
  readonly place = new Workplace();
  readonly step: StepCommand;
  readonly computers: readonly StoredComputer[];
  readonly nodes: RunningService[] = [];
  readonly #options: ServiceNodesOptions;
  /** A key of the owner of the computers. */
  apiKey = "";
  #calls: RecordedCalls | undefined;
  /** The computers at the beginning of the history. */
  #initial: readonly SeenComputer[];

  private constructor(options: ServiceNodesOptions) {
    this.#options = options;
    this.step = new StepCommand(this.place.folder, options.stepMs ?? 500);
    this.computers = Array.from({ length: options.computers ?? 8 }, (_, index) =>
      sampleComputer({ id: `cmp_${index}` }),
    );
    this.#initial = this.computers.map(seenComputer);
  }

  /** Fills the database and starts the nodes, all at the same time. */
  static async start(options: ServiceNodesOptions): Promise<ServiceNodes> {
    const service = new ServiceNodes(options);
    try {
      service.apiKey = await fillDatabase(service.#urlOf(0), service.computers);
      service.#calls = new RecordedCalls(service.apiKey);
      const indexes = Array.from({ length: options.count }, (_, index) => index);
      await Promise.all(indexes.map((index) => service.startNode(index)));
      return service;
    } catch (error) {
      await service[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Starts a node in the place of one that has ended, and waits until it listens. */
  async startNode(
    index: number,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<RunningService> {
    const node = await this.place.serve([], {
      COMPUTE_HOST_DATABASE_URL: this.#urlOf(index),
      COMPUTE_HOST_LOG_LEVEL: "info",
      ...this.step.environment,
      ...this.#options.environment,
      ...environment,
    });
    this.nodes[index] = node;
    return node;
  }

  get calls(): RecordedCalls {
    return this.#calls as RecordedCalls;
  }

  get ids(): readonly string[] {
    return this.computers.map(({ id }) => id);
  }

  get urls(): readonly string[] {
    return this.nodes.map(({ url }) => url);
  }

  /** Reads each computer again on every node, and checks the history of all calls since the last check. */
  async checkHistory(): Promise<HistoryReport> {
    const { history } = this.calls;
    for (const url of this.urls) {
      for (const id of this.ids) await this.calls.read(url, id);
      await this.calls.list(url);
    }
    const report = checkHistory([...history, ...this.step.ends()], this.#initial);
    const { action } = history.at(-1) ?? {};
    if (action?.kind === "list") this.#initial = action.result;
    history.length = 0;
    return report;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.place[Symbol.asyncDispose]();
  }

  #urlOf(index: number): string {
    const { databaseUrl } = this.#options;
    return typeof databaseUrl === "string" ? databaseUrl : databaseUrl(index);
  }
}
