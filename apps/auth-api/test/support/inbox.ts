import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMail } from '@portal/dev-stack/mail';
import type { TestApi } from './api.ts';
import { pollUntil } from './polling.ts';

interface Message {
  readonly to: readonly string[];
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId?: string;
  readonly autoSubmitted?: string;
  readonly unsubscribe?: { readonly list: string; readonly post?: string };
}

/** The SMTP emulator of the local stack, and the emails that it received. */
export interface Inbox {
  readonly smtpUrl: string;
  /** The newest first. */
  messagesTo(address: string): Promise<Message[]>;
  /** How the server treats clients from now on. `hang` accepts connections and never sends a greeting. */
  setMode(
    mode: 'accept' | 'reject' | 'reject for good' | 'hang' | 'greet late' | 'answer late' | 'require a valid EHLO',
    delayMs?: number,
  ): Promise<void>;
  close(): Promise<void>;
}

export async function startInbox(): Promise<Inbox> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mail-'));
  const mail = await startMail({ port: 0, smtpPort: 0, dataDir, log: () => undefined });
  return {
    smtpUrl: mail.smtpUrl,
    messagesTo: async (address) =>
      (await (await fetch(`${mail.url}/api/messages?to=${encodeURIComponent(address)}`)).json()) as Message[],
    async setMode(mode, delayMs) {
      await fetch(`${mail.url}/_test/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(mode === 'reject for good' ? { mode: 'reject', code: 550 } : { mode, delayMs }),
      });
    },
    async close() {
      await mail.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** The emails to a user, the oldest first, once there are this many. */
export async function emailsTo(mail: Inbox, { email }: { email: string }, count: number): Promise<Message[]> {
  const messages = await pollUntil(
    () => mail.messagesTo(email),
    (received) => received.length >= count,
  );
  return [...messages].reverse();
}

/** The number of emails that are not sent yet. Other tasks are scheduled by the clock. */
export async function countPendingEmails({ services: { pool } }: TestApi): Promise<number> {
  const { rows } = await pool.query("SELECT 1 FROM graphile_worker.jobs WHERE task_identifier LIKE 'send%Email'");
  return rows.length;
}

/** Waits until every email is sent. */
export const waitForEmails = (api: TestApi) =>
  pollUntil(
    () => countPendingEmails(api),
    (count) => count === 0,
  );
