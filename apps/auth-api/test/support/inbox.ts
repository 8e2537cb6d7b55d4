import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMail } from '@portal/local/mail';

interface Message {
  readonly to: readonly string[];
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly unsubscribe?: { readonly list: string; readonly post?: string };
}

/** The SMTP emulator of the local stack, and the emails that it received. */
export interface Inbox {
  readonly smtpUrl: string;
  /** The newest first. */
  messagesTo(address: string): Promise<Message[]>;
  /** How the server treats clients from now on. `hang` accepts connections and never sends a greeting. */
  setMode(mode: 'accept' | 'reject' | 'hang'): Promise<void>;
  close(): Promise<void>;
}

export async function startInbox(): Promise<Inbox> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mail-'));
  const mail = await startMail({ port: 0, smtpPort: 0, dataDir, log: () => undefined });
  return {
    smtpUrl: mail.smtpUrl,
    messagesTo: async (address) =>
      (await (await fetch(`${mail.url}/api/messages?to=${encodeURIComponent(address)}`)).json()) as Message[],
    async setMode(mode) {
      await fetch(`${mail.url}/_test/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ mode }),
      });
    },
    async close() {
      await mail.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}
