import { urls } from './urls.ts';

interface Message {
  readonly subject: string;
  readonly text: string;
}

/** Waits for an email whose subject matches and returns the first link in it. */
export async function linkFromEmail(to: string, subject: RegExp): Promise<string> {
  for (const deadline = Date.now() + 15_000; Date.now() < deadline; await pause(200)) {
    const response = await fetch(`${urls.inbox}/api/messages?to=${encodeURIComponent(to)}`);
    const messages = (await response.json()) as Message[];
    const link = messages.find((message) => subject.test(message.subject))?.text.match(/https?:\/\/\S+/)?.[0];
    if (link) return link;
  }
  throw new Error(`No email to ${to} about ${String(subject)}`);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
