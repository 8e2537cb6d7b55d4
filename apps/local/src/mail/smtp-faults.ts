import * as z from 'zod';

const Mode = z.union([
  z.strictObject({ mode: z.enum(['accept', 'hang']) }),
  z.strictObject({ mode: z.literal('reject'), code: z.union([z.literal(450), z.literal(550)]).default(450) }),
]);
type Mode = z.infer<typeof Mode>;

/** How the SMTP server responds: it accepts emails, rejects every recipient (450 or 550), or hangs without a greeting. */
export class SmtpFaults {
  #mode: Mode = { mode: 'accept' };
  #waiting: (() => void)[] = [];

  get mode(): Mode {
    return this.#mode;
  }

  /** Throws a `ZodError` for an invalid mode. */
  change(mode: unknown): void {
    this.#mode = Mode.parse(mode);
    if (this.#mode.mode === 'hang') return;
    for (const resume of this.#waiting.splice(0)) resume();
  }

  whenResponsive(resume: () => void): void {
    if (this.#mode.mode === 'hang') this.#waiting.push(resume);
    else resume();
  }

  rejection(): Error | null {
    if (this.#mode.mode !== 'reject') return null;
    const { code } = this.#mode;
    const text = code === 450 ? 'Mailbox unavailable, try again later' : 'Mailbox does not exist';
    return Object.assign(new Error(text), { responseCode: code });
  }
}
