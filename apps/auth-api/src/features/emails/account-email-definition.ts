import type { Settings } from '../../platform/config/settings.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Email } from '../../integrations/smtp/mailer.ts';
import type { EmailContent, Urgency } from './layout/content.ts';
import { renderEmail } from './layout/render-email.ts';

/**
 * One kind of email about an account. `Details` is what is stored until the email is sent: ids and small values. No secrets, and no
 * text that a user chose. `Data` is what the email shows, for example names; it is read when the email is sent.
 */
export interface AccountEmailDefinition<Details extends object, Data extends object, Optional extends boolean = false> {
  /** Whether a user can turn these emails off. `kinds.ts` compares it with the contract. */
  readonly optional: Optional;
  readonly urgency: Urgency;
  /** For an email with a secret link: a mail server that drops the second email of an id would drop the link that works. */
  readonly hasMessageIdPerAttempt?: true;
  /** Says which account it is about, if another one has the same address. */
  readonly namesAccount?: true;
  /** Returns null if what the email is about no longer exists. */
  read(details: Details, context: ReadContext): Data | null | Promise<Data | null>;
  render(data: Data & Occasion, settings: Settings): AccountEmailContent;
}

export interface ReadContext {
  readonly db: Prisma.TransactionClient;
  /** Outside of the transaction that sends the email: for what has to be stored before the email is sent. */
  readonly committedDb: Prisma.TransactionClient;
  readonly settings: Settings;
  readonly to: string;
  readonly userId: string;
}

/** What every account email has. */
export interface Occasion {
  readonly to: string;
  /** When the event happened. */
  readonly at: Date;
  /** Which of several accounts with this address it is about. */
  readonly account?: string | null;
}

/** Every account email says what to do if the recipient did not cause or expect the event. */
type AccountEmailContent = Omit<EmailContent, 'to' | 'urgency' | 'preferences' | 'unsubscribe'> &
  Required<Pick<EmailContent, 'advice'>>;

/** For an email of which no details are stored. */
export type NoDetails = Readonly<Record<string, never>>;

/** The email links to the preferences if the user can turn it off. */
export function renderAccountEmail<Data extends object>(
  definition: Pick<AccountEmailDefinition<object, Data, boolean>, 'optional' | 'urgency' | 'render'>,
  data: NoInfer<Data> & Occasion,
  settings: Settings,
): Email {
  const content = definition.render(data, settings);
  const { urgency, optional } = definition;
  const facts = data.account && { facts: { Account: data.account, ...content.facts } };
  return renderEmail({ ...content, ...facts, to: data.to, urgency, ...(optional && { preferences: true }) }, settings);
}
