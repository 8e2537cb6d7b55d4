import { join } from 'node:path';
import PostalMime, { type Address, type Attachment } from 'postal-mime';
import { ulid } from 'ulid';
import * as z from 'zod';
import { Journal } from '../emulator/journal.ts';

const Message = z.object({
  id: z.string(),
  /** The recipients of the SMTP envelope, including Bcc. */
  to: z.array(z.string()),
  from: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string().nullable(),
  at: z.string(),
  /** The `Message-ID` header: the same if a client sends an email again. */
  messageId: z.optional(z.string()),
  /** The `Auto-Submitted` header. */
  autoSubmitted: z.optional(z.string()),
  /** The `List-Unsubscribe` and `List-Unsubscribe-Post` headers. */
  unsubscribe: z.optional(z.object({ list: z.string(), post: z.optional(z.string()) })),
});

/** A received email. */
export type Message = z.infer<typeof Message>;

interface Envelope {
  readonly from: string;
  readonly to: readonly string[];
}

/** The received emails, persisted in a journal. */
export class Messages {
  readonly #stored: Journal<Message>;

  constructor(folder: string) {
    this.#stored = new Journal(join(folder, 'messages.jsonl'), Message);
  }

  async receive(raw: Buffer, envelope: Envelope): Promise<void> {
    const mail = await PostalMime.parse(raw, { attachmentEncoding: 'base64' });
    const id = ulid();
    this.#stored.set(id, {
      id,
      to: [...envelope.to],
      from: formatSender(mail.from) ?? envelope.from,
      subject: mail.subject ?? '',
      text: mail.text ?? '',
      html: mail.html === undefined ? null : withAttachedImages(mail.html, mail.attachments),
      at: new Date().toISOString(),
      ...(mail.messageId !== undefined && { messageId: mail.messageId }),
      ...autoSubmittedHeader(mail.headers),
      ...unsubscribeHeaders(mail.headers),
    });
  }

  get(id: string): Message | undefined {
    return this.#stored.get(id);
  }

  /** Newest first. */
  list(matches: (message: Message) => boolean = () => true): Message[] {
    return this.#stored.values().filter(matches).reverse();
  }

  delete(matches: (message: Message) => boolean): void {
    for (const { id } of this.list(matches)) this.#stored.delete(id);
  }

  clear(): void {
    this.#stored.clear();
  }
}

export const isTo =
  (address: string) =>
  ({ to }: Message): boolean =>
    to.some((recipient) => recipient.toLowerCase() === address.trim().toLowerCase());

export const mentions =
  (text: string) =>
  ({ to, from }: Message): boolean =>
    [from, ...to].some((address) => address.toLowerCase().includes(text.trim().toLowerCase()));

interface Header {
  readonly key: string;
  readonly value: string;
}

function autoSubmittedHeader(headers: readonly Header[]): Pick<Message, 'autoSubmitted'> {
  const value = headers.find(({ key }) => key === 'auto-submitted')?.value;
  return value === undefined ? {} : { autoSubmitted: value };
}

function unsubscribeHeaders(headers: readonly Header[]): Pick<Message, 'unsubscribe'> {
  const valueOf = (name: string) => headers.find(({ key }) => key === name)?.value;
  const [list, post] = [valueOf('list-unsubscribe'), valueOf('list-unsubscribe-post')];
  return list === undefined ? {} : { unsubscribe: { list, ...(post !== undefined && { post }) } };
}

/** Puts each attached image to where the HTML refers to it by its Content-ID. */
function withAttachedImages(markup: string, attachments: readonly Attachment[]): string {
  return attachments.reduce((result, { contentId, mimeType, content }) => {
    if (contentId === undefined || typeof content !== 'string') return result;
    const url = `data:${mimeType};base64,${content}`;
    return result.replaceAll(`cid:${contentId.replace(/^<|>$/g, '')}`, url);
  }, markup);
}

function formatSender(sender: Address | undefined): string | undefined {
  if (sender?.address === undefined) return undefined;
  return sender.name === '' ? sender.address : `${sender.name} <${sender.address}>`;
}
