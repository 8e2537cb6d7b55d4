import { urls } from './urls.ts';

interface Message {
  readonly id: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
}

/** Waits for an email whose subject matches. */
export async function findEmail(to: string, subject: RegExp): Promise<Message> {
  for (const deadline = Date.now() + 15_000; Date.now() < deadline; await pause(200)) {
    const response = await fetch(`${urls.inbox}/api/messages?to=${encodeURIComponent(to)}`);
    const messages = (await response.json()) as Message[];
    const found = messages.find((message) => subject.test(message.subject));
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
