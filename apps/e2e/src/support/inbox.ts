import { urls } from './urls.ts';

interface Message {
  readonly id: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
}

/** Waits for an email whose subject matches, and whose text contains something. */
export async function findEmail(to: string, subject: RegExp, content = ''): Promise<Message> {
  for (const deadline = Date.now() + 15_000; Date.now() < deadline; await pause(200)) {
    const response = await fetch(`${urls.inbox}/api/messages?to=${encodeURIComponent(to)}`);
    const messages = (await response.json()) as Message[];
    const found = messages.find((message) => subject.test(message.subject) && message.text.includes(content));
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
