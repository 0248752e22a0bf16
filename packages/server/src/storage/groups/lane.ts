/** The longest time that members are gathered, in milliseconds: about as long as a sync takes. */
const gatherMs = 2;

/** How a lane works. */
export interface LaneOptions<Member> {
  /** How many groups may be in flight. */
  readonly maxGroups: number;
  /** The most members in a group. */
  readonly maxMembers: number;
  /** Works on a group; never rejects. */
  readonly run: (group: readonly Member[]) => void | Promise<void>;
}

/**
 * Gathers what arrives together into groups, and works on them. A group starts after a turn of the event loop that
 * added nothing, or after it has grown for some time: each commit costs a sync, so it waits for writes that are about
 * to arrive.
 */
export class Lane<Member> {
  readonly #options: LaneOptions<Member>;
  readonly #waiting: Member[] = [];
  readonly #onIdle: (() => void)[] = [];
  #running = 0;
  #isScheduled = false;

  constructor(options: LaneOptions<Member>) {
    this.#options = options;
  }

  add(member: Member): void {
    this.#waiting.push(member);
    this.#schedule();
  }

  /** Removes and returns the members that are not in a group yet. */
  takeWaiting(): readonly Member[] {
    return this.#waiting.splice(0);
  }

  /** Resolves when nothing is waiting or in progress. */
  async idle(): Promise<void> {
    if (this.#running === 0 && this.#waiting.length === 0) return;
    await new Promise<void>((resolve) => this.#onIdle.push(resolve));
  }

  #schedule(): void {
    if (this.#isScheduled || this.#running >= this.#options.maxGroups || this.#waiting.length === 0) return;
    this.#isScheduled = true;
    const startedAt = performance.now();
    let gathered = 0;
    const look = () => {
      const { length } = this.#waiting;
      if (length === gathered || performance.now() - startedAt > gatherMs) return void this.#start();
      gathered = length;
      setImmediate(look);
    };
    setImmediate(look);
  }

  async #start(): Promise<void> {
    this.#isScheduled = false;
    const group = this.#waiting.splice(0, this.#options.maxMembers);
    this.#running += 1;
    this.#schedule();
    await this.#options.run(group);
    this.#running -= 1;
    this.#schedule();
    if (this.#running > 0 || this.#waiting.length > 0) return;
    for (const tell of this.#onIdle.splice(0)) tell();
  }
}
