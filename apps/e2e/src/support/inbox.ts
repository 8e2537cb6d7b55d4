import { urls } from './urls.ts';

interface Message {
  readonly id: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
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

/** Waits for an email whose subject matches. */
export async function findEmail(to: string, subject: RegExp): Promise<Message> {
  for (const deadline = Date.now() + 15_000; Date.now() < deadline; await pause(200)) {
    const found = (await listEmails(to)).find((message) => subject.test(message.subject));
    if (found) return found;
  }
  throw new Error(`No email to ${to} about ${String(subject)}`);
}

/** Waits for an email whose subject matches and returns the first link in it. */
export async function linkFromEmail(to: string, subject: RegExp): Promise<string> {
  const link = (await findEmail(to, subject)).text.match(/https?:\/\/\S+/)?.[0];
  if (!link) throw new Error(`No link in the email to ${to} about ${String(subject)}`);
  return link;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
