import { join } from 'node:path';
import { ulid } from 'ulid';
import * as z from 'zod';
import { Journal } from '../stand-in/journal.ts';

const mostKept = 5_000;

const Event = z.object({
  id: z.string(),
  event: z.string(),
  /** The id of whoever did it. */
  person: z.string(),
  properties: z.record(z.string(), z.unknown()),
  /** When it happened, by the client's clock. */
  at: z.string(),
});
export type Event = z.infer<typeof Event>;

/** What happened, kept in a journal; of much, the newest. */
export class Events {
  readonly #stored: Journal<Event>;
  #count: number;

  constructor(folder: string) {
    this.#stored = new Journal(join(folder, 'events.jsonl'), Event);
    this.#count = this.#stored.values().length;
  }

  add(event: Omit<Event, 'id'>): void {
    const id = ulid();
    this.#stored.set(id, { id, ...event });
    this.#count += 1;
    if (this.#count <= mostKept + 500) return;
    for (const { id: old } of this.#stored.values().slice(0, this.#count - mostKept)) this.#stored.delete(old);
    this.#count = mostKept;
  }

  get(id: string): Event | undefined {
    return this.#stored.get(id);
  }

  /** Newest first; those whose name or person has these words in it. */
  list(words = ''): Event[] {
    const wanted = words.trim().toLowerCase();
    const has = (text: string) => text.toLowerCase().includes(wanted);
    return this.#stored
      .values()
      .filter(({ event, person }) => has(event) || has(person))
      .reverse();
  }

  clear(): void {
    this.#stored.clear();
    this.#count = 0;
  }
}
