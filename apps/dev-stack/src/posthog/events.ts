import { join } from 'node:path';
import { ulid } from 'ulid';
import * as z from 'zod';
import { Journal } from '../emulator/journal.ts';

const maxStored = 5_000;

const Event = z.object({
  id: z.string(),
  event: z.string(),
  /** The id of the user. */
  distinctId: z.string(),
  properties: z.record(z.string(), z.unknown()),
  /** The timestamp, by the client's clock. */
  at: z.string(),
});
export type Event = z.infer<typeof Event>;

/** The most recent events, persisted in a journal. */
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
    if (this.#count <= maxStored + 500) return;
    for (const { id: old } of this.#stored.values().slice(0, this.#count - maxStored)) this.#stored.delete(old);
    this.#count = maxStored;
  }

  get(id: string): Event | undefined {
    return this.#stored.get(id);
  }

  /** Newest first. `search` matches a part of the event's name or of the user id. */
  list(search = ''): Event[] {
    const text = search.trim().toLowerCase();
    const matches = (value: string) => value.toLowerCase().includes(text);
    return this.#stored
      .values()
      .filter(({ event, distinctId }) => matches(event) || matches(distinctId))
      .reverse();
  }

  /** Deletes what `list` returns for the search. */
  delete(search: string): void {
    for (const { id } of this.list(search)) {
      this.#stored.delete(id);
      this.#count -= 1;
    }
  }

  clear(): void {
    this.#stored.clear();
    this.#count = 0;
  }
}
