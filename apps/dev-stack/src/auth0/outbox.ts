import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import * as z from 'zod';
import { errorMessage } from '../errors.ts';
import { Journal } from '../emulator/journal.ts';
import type { Log } from '../emulator/request-log.ts';

const Email = z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() });
export type Email = z.infer<typeof Email>;

const PermanentSmtpError = z.object({ responseCode: z.number().min(500) });

const retryDelaysSeconds = [0, 1, 2, 5, 10, 30];
const secondMs = 1000;
/** The time limit of one email, so that it cannot block the others. */
const sendTimeoutMs = 12 * secondMs;

/** Stores emails until the SMTP server accepts them, so that an outage or a restart loses none. */
export class Outbox {
  readonly #emails: Journal<Email>;
  readonly #transport: ReturnType<typeof createTransport>;
  readonly #from: string;
  readonly #log: Log;
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  readonly #abort = new AbortController();
  #isClosed = false;

  constructor(folder: string, { smtpUrl, mailFrom, log }: { smtpUrl: string; mailFrom: string; log: Log }) {
    this.#emails = new Journal(join(folder, 'outbox.jsonl'), Email);
    this.#transport = createTransport({
      url: smtpUrl,
      connectionTimeout: 5 * secondMs,
      greetingTimeout: 5 * secondMs,
      socketTimeout: 10 * secondMs,
    });
    this.#from = mailFrom;
    this.#log = log;
    this.#schedule();
  }

  send(email: Email): void {
    this.#emails.set(randomUUID(), email);
    this.#schedule();
  }

  /** Waits up to a second for an email in flight. Pending emails are sent by the next process that opens the outbox. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const abortTimer = setTimeout(() => {
      this.#abort.abort();
    }, secondMs);
    await this.#sending;
    clearTimeout(abortTimer);
    this.#transport.close();
  }

  #schedule(): void {
    if (this.#isClosed || this.#sending) return;
    clearTimeout(this.#timer);
    const delaySeconds = retryDelaysSeconds[Math.min(this.#failures, retryDelaysSeconds.length - 1)] ?? 0;
    this.#timer = setTimeout(() => {
      this.#sending = this.#deliver().finally(() => {
        this.#sending = undefined;
        if (this.#emails.values().length > 0) this.#schedule();
      });
    }, delaySeconds * secondMs);
  }

  async #deliver(): Promise<void> {
    for (const [id, email] of this.#emails.entries()) await this.#deliverOne(id, email);
  }

  async #deliverOne(id: string, email: Email): Promise<void> {
    if (this.#isClosed) return;
    try {
      const signal = AbortSignal.any([this.#abort.signal, AbortSignal.timeout(sendTimeoutMs)]);
      await this.#transport.sendMail({ from: this.#from, ...email, signal });
      this.#failures = 0;
      this.#emails.delete(id);
    } catch (error) {
      this.#failures += 1;
      const isPermanent = PermanentSmtpError.safeParse(error).success;
      if (isPermanent) this.#emails.delete(id);
      this.#log(
        `sending an email failed (${errorMessage(error)}); ${isPermanent ? 'permanently rejected' : 'will retry'}`,
      );
    }
  }
}
