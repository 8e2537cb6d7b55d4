interface Stoppable {
  stop(): Promise<void>;
  kill(): void;
}

export type Phase = 0 | 1 | 2;

/** Stops what was started, in reverse: the highest phase first, everything within a phase concurrently. */
export class Teardown {
  readonly #phases: [Stoppable[], Stoppable[], Stoppable[]] = [[], [], []];
  readonly #afterAll: (() => Promise<void>)[] = [];
  #stopped: Promise<void> | undefined;

  add(phase: Phase, item: Stoppable): void {
    this.#phases[phase].push(item);
    // Started while the teardown already runs.
    if (this.#stopped) void item.stop();
  }

  /** Adds work that runs once everything has stopped. */
  afterAll(work: () => Promise<void>): void {
    this.#afterAll.push(work);
  }

  run(): Promise<void> {
    this.#stopped ??= this.#run();
    return this.#stopped;
  }

  kill(): void {
    for (const item of this.#phases.flat()) item.kill();
  }

  async #run(): Promise<void> {
    for (const phase of this.#phases.toReversed()) await Promise.all(phase.map((item) => item.stop()));
    for (const work of this.#afterAll) await work();
  }
}
