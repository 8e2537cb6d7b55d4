import { urls } from './urls.ts';

interface Message {
  readonly id: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  /** The `List-Unsubscribe` and `List-Unsubscribe-Post` headers. */
  readonly unsubscribe?: { readonly list: string; readonly post?: string };
}

async function listEmails(to: string): Promise<Message[]> {
  const response = await fetch(`${urls.inbox}/api/messages?to=${encodeURIComponent(to)}`);
  return (await response.json()) as Message[];
}

/** The secrets of the invitation links that an address has received. */
export async function invitationTokens(to: string): Promise<string[]> {
  const texts = (await listEmails(to)).map(({ text }) => text);
  return texts.flatMap((text) => /\/invitations\/([\w-]+)/.exec(text)?.[1] ?? []);
}

/** Waits for an email whose subject matches, and whose text contains something. */
export async function findEmail(to: string, subject: RegExp, content = ''): Promise<Message> {
  for (const deadline = Date.now() + 15_000; Date.now() < deadline; await pause(200)) {
    const found = (await listEmails(to)).find(
      (message) => subject.test(message.subject) && message.text.includes(content),
    );
    if (found) return found;
  }
  throw new Error(`No email to ${to} about ${String(subject)}`);
}

/** Waits for an email as `findEmail` does and returns the first link in it. */
export async function linkFromEmail(to: string, subject: RegExp, content?: string): Promise<string> {
  const link = (await findEmail(to, subject, content)).text.match(/https?:\/\/\S+/)?.[0];
  if (!link) throw new Error(`No link in the email to ${to} about ${String(subject)}`);
  return link;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
