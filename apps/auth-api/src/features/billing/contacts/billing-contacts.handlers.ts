import {
  maxBillingContacts,
  type BillingContact as BillingContactResponse,
  type BillingContactState,
  type billingContactCalls,
} from '@portal/contract';
import type { BillingContact, Prisma } from '../../../generated/prisma/client.ts';
import { apiError, invalidField } from '../../../platform/errors/api-error.ts';
import { newId } from '../../../platform/lib/ids.ts';
import type { Handlers } from '../../../request/call/types.ts';
import { countContactEmail } from '../../emails/email-limits.ts';
import { enqueueAccountEmail } from '../../emails/enqueue-account-email.ts';
import { enqueueConfirmation } from './contact-emails.ts';

type ManagingCalls = Pick<
  typeof billingContactCalls,
  'listBillingContacts' | 'addBillingContact' | 'removeBillingContact'
>;

/** Two changes of the contacts of a user run one after the other: there is a maximum of them. */
const locks = { changes: ['user'] } as const;

/** Also those that unsubscribed, unless the user has removed them. */
const listed = {
  isRemovedByUser: false,
  OR: [{ removedAt: null }, { isUnsubscribed: true }],
} satisfies Prisma.BillingContactWhereInput;

export const billingContactHandlers: Handlers<ManagingCalls> = {
  async listBillingContacts(_input, { actor: { user }, db }) {
    const contacts = await db.billingContact.findMany({
      where: { userId: user.id, ...listed },
      orderBy: { id: 'asc' },
    });
    return { contacts: contacts.map(toBillingContact) };
  },

  addBillingContact: {
    locks,
    async execute({ body: { email } }, { actor: { user, now }, audit, db, services }) {
      const ofUser = { userId: user.id };
      const mailboxHash = services.hashMailbox(email);
      if (mailboxHash === services.hashMailbox(user.email))
        throw invalidField('body.email', 'This is your own address, which gets the billing emails anyway');
      if ((await db.billingContact.count({ where: { ...ofUser, email, isUnsubscribed: true } })) > 0)
        throw apiError('BillingContactUnsubscribed');
      const existing = await db.billingContact.findFirst({ where: { ...ofUser, email, removedAt: null } });
      if (existing?.confirmedAt) throw apiError('BillingContactExists');
      const count = await db.billingContact.count({ where: { ...ofUser, removedAt: null } });
      if (!existing && count >= maxBillingContacts) throw apiError('TooManyBillingContacts');
      const emailId = newId();
      await countContactEmail({ id: emailId, userId: user.id, mailboxHash }, { db, settings: services.settings });
      const contact = existing
        ? await db.billingContact.update({ where: { id: existing.id }, data: { sentAt: now } })
        : await db.billingContact.create({ data: { ...ofUser, id: newId(), email, createdAt: now, sentAt: now } });
      await enqueueConfirmation({ emailId, contactId: contact.id }, db);
      if (!existing) await enqueueAccountEmail('billingContactAdded', user.id, { contactId: contact.id }, db);
      audit.record({ details: { contactId: contact.id } });
      return { contact: toBillingContact(contact) };
    },
  },

  removeBillingContact: {
    locks,
    async execute({ params: { contactId } }, { actor: { user, now }, audit, db }) {
      const contact = await db.billingContact.findFirst({ where: { id: contactId, userId: user.id, ...listed } });
      if (!contact) throw apiError('BillingContactNotFound');
      const removedAt = contact.removedAt ?? now;
      await db.billingContact.update({ where: { id: contact.id }, data: { removedAt, isRemovedByUser: true } });
      audit.record({ details: { contactId: contact.id } });
      return {};
    },
  },
};

const toBillingContact = (contact: BillingContact): BillingContactResponse => ({
  id: contact.id,
  email: contact.email,
  state: stateOf(contact),
  createdAt: contact.createdAt.toISOString(),
});

const stateOf = ({ isUnsubscribed, confirmedAt }: BillingContact): BillingContactState =>
  isUnsubscribed ? 'unsubscribed' : confirmedAt ? 'confirmed' : 'pending';
