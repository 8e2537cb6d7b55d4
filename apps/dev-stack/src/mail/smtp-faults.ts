import * as z from 'zod';

/** How long a slow server waits. */
const delayMs = z.int().min(0).max(900_000).default(30_000);

const Mode = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('accept') }),
  /** Sends no greeting. */
  z.strictObject({ mode: z.literal('hang') }),
  z.strictObject({ mode: z.literal('greet late'), delayMs }),
  /** Receives the email, and says only later that it was accepted. */
  z.strictObject({ mode: z.literal('answer late'), delayMs }),
  /** Every recipient. The codes of RFC 5321 section 4.2.3. */
  z.strictObject({
    mode: z.literal('reject'),
    code: z.union([450, 451, 452, 504, 550, 554].map((code) => z.literal(code))).default(450),
  }),
  /** Every recipient but the first of an email. */
  z.strictObject({ mode: z.literal('reject other recipients') }),
  /** As Postfix with `reject_invalid_helo_hostname` and `reject_non_fqdn_helo_hostname`: 504 for each recipient. */
  z.strictObject({ mode: z.literal('require a valid EHLO') }),
]);
export type Mode = z.infer<typeof Mode>;

/** The modes on the page, by their labels. */
export const modes: readonly { readonly label: string; readonly mode: Mode }[] = [
  { label: 'Accepts every email', mode: { mode: 'accept' } },
  { label: 'Never greets', mode: { mode: 'hang' } },
  { label: 'Greets after 30 seconds', mode: { mode: 'greet late', delayMs: 30_000 } },
  { label: 'Confirms an email after 30 seconds', mode: { mode: 'answer late', delayMs: 30_000 } },
  { label: 'Rejects recipients: try again later (450)', mode: { mode: 'reject', code: 450 } },
  { label: 'Rejects recipients: local error (451)', mode: { mode: 'reject', code: 451 } },
  { label: 'Rejects recipients: mailbox full (452)', mode: { mode: 'reject', code: 452 } },
  { label: 'Rejects recipients: not implemented (504)', mode: { mode: 'reject', code: 504 } },
  { label: 'Rejects recipients: no such mailbox (550)', mode: { mode: 'reject', code: 550 } },
  { label: 'Refuses to relay (554)', mode: { mode: 'reject', code: 554 } },
  { label: 'Rejects all recipients of an email but the first (550)', mode: { mode: 'reject other recipients' } },
  { label: 'Requires a full host name in EHLO (504)', mode: { mode: 'require a valid EHLO' } },
];

const texts: Readonly<Record<number, string>> = {
  450: 'Mailbox unavailable, try again later',
  451: 'Local error in processing, try again later',
  452: 'Insufficient system storage, try again later',
  504: 'Command parameter not implemented',
  // As Postfix, with the enhanced status codes of RFC 3463.
  550: '5.1.1 Mailbox does not exist',
  554: '5.7.1 Relay access denied',
};

const rejectionOf = (responseCode: number, text = texts[responseCode]) =>
  Object.assign(new Error(text), { responseCode });

/** A name with a dot, or the literal of an address that is not this machine's own. */
const isFullHostName = (name: string) =>
  /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/i.test(name) ||
  (/^\[(?:\d+(?:\.\d+){3}|IPv6:[\da-f:.]+)\]$/i.test(name) && !/^\[(?:127\.|IPv6:::1\])/i.test(name));

interface Recipient {
  /** The argument of EHLO. */
  readonly clientName: string;
  /** How many recipients the email has already. */
  readonly accepted: number;
}

/** How the SMTP server responds at the moment. A restart resets it. */
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

  /** Calls `greet` when a client is greeted. */
  whenGreeting(greet: () => void): void {
    if (this.#mode.mode === 'hang') this.#waiting.push(greet);
    else if (this.#mode.mode === 'greet late') setTimeout(greet, this.#mode.delayMs).unref();
    else greet();
  }

  /** Calls `confirm` when a client learns that its email was accepted. */
  whenConfirming(confirm: () => void): void {
    if (this.#mode.mode === 'answer late') setTimeout(confirm, this.#mode.delayMs).unref();
    else confirm();
  }

  rejection({ clientName, accepted }: Recipient): Error | null {
    const mode = this.#mode;
    if (mode.mode === 'reject') return rejectionOf(mode.code);
    if (mode.mode === 'reject other recipients' && accepted > 0) return rejectionOf(550);
    if (mode.mode === 'require a valid EHLO' && !isFullHostName(clientName))
      return rejectionOf(504, `<${clientName}>: Helo command rejected: need fully-qualified hostname`);
    return null;
  }
}
