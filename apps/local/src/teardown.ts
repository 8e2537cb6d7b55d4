interface Part {
  stop(): Promise<void>;
  kill(): void;
}

export type Phase = 0 | 1 | 2;

/** Ends what was started, in reverse: the highest phase first, the parts of a phase together. */
export class Teardown {
  readonly #phases: [Part[], Part[], Part[]] = [[], [], []];
  readonly #last: (() => Promise<void>)[] = [];
  #done: Promise<void> | undefined;

  add(phase: Phase, part: Part): void {
    this.#phases[phase].push(part);
    // Started while everything else is being ended.
    if (this.#done) void part.stop();
  }

  /** What is done when nothing runs any more. */
  finally(work: () => Promise<void>): void {
    this.#last.push(work);
  }

  run(): Promise<void> {
    this.#done ??= this.#run();
    return this.#done;
  }

  kill(): void {
    for (const part of this.#phases.flat()) part.kill();
  }

  async #run(): Promise<void> {
    for (const phase of this.#phases.toReversed()) await Promise.all(phase.map((part) => part.stop()));
    for (const work of this.#last) await work();
  }
}
