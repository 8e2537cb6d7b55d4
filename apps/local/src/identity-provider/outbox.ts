import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import * as z from 'zod';
import { messageOf } from '../stand-in/failure.ts';
import { Journal } from '../stand-in/journal.ts';
import type { Log } from '../stand-in/request-log.ts';

const Letter = z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() });
export type Letter = z.infer<typeof Letter>;

const RefusedForGood = z.object({ responseCode: z.number().min(500) });

const waits = [0, 1, 2, 5, 10, 30];
const second = 1000;
/** Of one letter, in all: no letter may keep the others waiting for good. */
const patience = 12 * second;

/** Letters are kept until the mail server took them: neither its outage nor a restart of ours loses one. */
export class Outbox {
  readonly #letters: Journal<Letter>;
  readonly #transport: ReturnType<typeof createTransport>;
  readonly #from: string;
  readonly #log: Log;
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  readonly #end = new AbortController();
  #isClosed = false;

  constructor(folder: string, { smtpUrl, mailFrom, log }: { smtpUrl: string; mailFrom: string; log: Log }) {
    this.#letters = new Journal(join(folder, 'outbox.jsonl'), Letter);
    this.#transport = createTransport({
      url: smtpUrl,
      connectionTimeout: 5 * second,
      greetingTimeout: 5 * second,
      socketTimeout: 10 * second,
    });
    this.#from = mailFrom;
    this.#log = log;
    this.#soon();
  }

  send(letter: Letter): void {
    this.#letters.set(randomUUID(), letter);
    this.#soon();
  }

  /** A letter in flight gets a second; afterwards nothing is sent from here, for whoever opens the outbox next sends what is left. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const hard = setTimeout(() => {
      this.#end.abort();
    }, second);
    await this.#sending;
    clearTimeout(hard);
    this.#transport.close();
  }

  #soon(): void {
    if (this.#isClosed || this.#sending) return;
    clearTimeout(this.#timer);
    const wait = waits[Math.min(this.#failures, waits.length - 1)] ?? 0;
    this.#timer = setTimeout(() => {
      this.#sending = this.#deliver().finally(() => {
        this.#sending = undefined;
        if (this.#letters.values().length > 0) this.#soon();
      });
    }, wait * second);
  }

  async #deliver(): Promise<void> {
    for (const [id, letter] of this.#letters.entries()) await this.#deliverOne(id, letter);
  }

  async #deliverOne(id: string, letter: Letter): Promise<void> {
    if (this.#isClosed) return;
    try {
      const signal = AbortSignal.any([this.#end.signal, AbortSignal.timeout(patience)]);
      await this.#transport.sendMail({ from: this.#from, ...letter, signal });
      this.#failures = 0;
      this.#letters.delete(id);
    } catch (error) {
      this.#failures += 1;
      const isFinal = RefusedForGood.safeParse(error).success;
      if (isFinal) this.#letters.delete(id);
      this.#log(
        `A mail could not be sent (${messageOf(error)}); ${isFinal ? 'it was refused for good' : 'it will be tried again'}`,
      );
    }
  }
}
