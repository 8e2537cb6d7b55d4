import { AsyncResource } from 'node:async_hooks';

/** What a run leaves: nothing to send now, or more. */
export type RunEnd = 'done' | 'more';

/** Sends the events that wait at a webhook. It never rejects, and ends with the current event once `shouldEnd` returns true. */
export type Run = (webhookId: string, shouldEnd: () => boolean) => Promise<RunEnd>;

export interface RunLimits {
  readonly total: number;
  readonly ofOwner: number;
}

/**
 * A run mostly waits for a receiver, which takes a socket and no database connection, so there are many. An owner has a few: a hundred
 * owners whose receivers all hang leave room for the others.
 */
const defaultLimits: RunLimits = { total: 400, ofOwner: 4 };

interface Wake {
  readonly ownerId: string;
  /** In the trace of the job that woke the webhook. */
  readonly run: () => Promise<RunEnd>;
}

interface RunningWake extends Wake {
  readonly ended: Promise<void>;
  /** The webhook was woken during its run. */
  next?: Wake;
}

/** The runs of a process. If all are taken, a run ends after its current event, and the next one is of the owner with the fewest. */
export class DeliveryRuns {
  readonly #run: Run;
  readonly #limits: RunLimits;
  /** By the id of the webhook, like those that wait. */
  readonly #running = new Map<string, RunningWake>();
  readonly #waiting = new Map<string, Wake>();
  #isStopping = false;

  constructor(run: Run, limits: RunLimits = defaultLimits) {
    this.#run = run;
    this.#limits = limits;
  }

  /** Starts the run of a webhook, or makes it wait. A webhook has one run at a time. */
  wake(webhookId: string, ownerId: string): void {
    const run = AsyncResource.bind(() => this.#run(webhookId, () => this.#isStopping || this.#isAwaited()));
    const running = this.#running.get(webhookId);
    if (running) running.next = { ownerId, run };
    else this.#enqueue(webhookId, { ownerId, run });
  }

  /** Ends the runs after their current events. Passes on each webhook that has more to send, as soon as that is known. */
  async stop(passOn: (webhookId: string) => Promise<void>): Promise<void> {
    this.#isStopping = true;
    const waiting = [...this.#waiting.keys()];
    await Promise.all([
      ...waiting.map(passOn),
      ...[...this.#running].map(async ([webhookId, { ended }]) => {
        await ended;
        if (this.#waiting.has(webhookId)) await passOn(webhookId);
      }),
    ]);
  }

  #enqueue(webhookId: string, wake: Wake): void {
    if (!this.#waiting.has(webhookId)) this.#waiting.set(webhookId, wake);
    this.#startNext();
  }

  #startNext(): void {
    while (!this.#isStopping && this.#running.size < this.#limits.total) {
      const next = this.#findNext();
      if (!next) return;
      const [webhookId, wake] = next;
      this.#waiting.delete(webhookId);
      this.#running.set(webhookId, { ...wake, ended: this.#start(webhookId, wake) });
    }
  }

  async #start(webhookId: string, wake: Wake): Promise<void> {
    const end = await wake.run();
    const next = this.#running.get(webhookId)?.next ?? (end === 'more' ? wake : undefined);
    this.#running.delete(webhookId);
    if (next) this.#enqueue(webhookId, next);
    else this.#startNext();
  }

  /** The longest waiting webhook of the owners with the fewest runs. */
  #findNext(): [string, Wake] | undefined {
    const counts = new Map<string, number>();
    for (const { ownerId } of this.#running.values()) counts.set(ownerId, (counts.get(ownerId) ?? 0) + 1);
    let fewest = this.#limits.ofOwner;
    let found: [string, Wake] | undefined;
    for (const entry of this.#waiting) {
      const count = counts.get(entry[1].ownerId) ?? 0;
      if (count >= fewest) continue;
      fewest = count;
      found = entry;
      if (count === 0) break;
    }
    return found;
  }

  /** Whether a webhook waits only because all runs are taken. */
  #isAwaited(): boolean {
    return this.#running.size >= this.#limits.total && this.#findNext() !== undefined;
  }
}
