import { dayMs, maxBillingContacts, type billingContactCalls } from '@portal/contract';
import type { BillingContact } from '../../../generated/prisma/client.ts';
import { databaseNow } from '../../../platform/db/clock.ts';
import { apiError } from '../../../platform/errors/api-error.ts';
import { userForUpdate } from '../../../request/account/row-locks.ts';
import type { Context, Handlers, HtmlPageResponse } from '../../../request/call/types.ts';

type LinkCalls = Pick<
  typeof billingContactCalls,
  | 'showBillingContactConfirmation'
  | 'confirmBillingContact'
  | 'showBillingContactStop'
  | 'stopBillingContactEmails'
  | 'resumeBillingContactEmails'
>;

/** How long the link to confirm works after it was sent last. */
const confirmationDays = 7;

export const billingContactLinkHandlers: Handlers<LinkCalls> = {
  async showBillingContactConfirmation({ query: { token } }, context) {
    const contact = await readContact(token, context);
    return contact.confirmedAt === null ? confirmationPage(token, context) : confirmedPage(token, context);
  },

  async confirmBillingContact({ query: { token } }, context) {
    const { id } = await readContact(token, context);
    const confirmedAt = await databaseNow(context.db);
    await context.db.billingContact.updateMany({
      where: { id, removedAt: null, confirmedAt: null },
      data: { confirmedAt },
    });
    await readContact(token, context);
    return confirmedPage(token, context);
  },

  async showBillingContactStop({ query: { token } }, context) {
    const { isUnsubscribed } = await readContact(token, context, { canBeStopped: true });
    return isUnsubscribed ? stoppedPage(token, context) : stopPage(token, context);
  },

  async stopBillingContactEmails({ query: { token } }, context) {
    const { id } = await readContact(token, context, { canBeStopped: true });
    const removedAt = await databaseNow(context.db);
    await context.db.billingContact.updateMany({
      where: { id, removedAt: null },
      data: { removedAt, isUnsubscribed: true },
    });
    return stoppedPage(token, context);
  },

  async resumeBillingContactEmails({ query: { token } }, context) {
    const { db } = context;
    const { id, userId } = await readContact(token, context, { canBeStopped: true });
    await userForUpdate(userId, 'UPDATE', db);
    const others = await db.billingContact.count({ where: { userId, id: { not: id }, removedAt: null } });
    if (others >= maxBillingContacts) return fullPage(context);
    await db.billingContact.updateMany({
      where: { id, isUnsubscribed: true, isRemovedByUser: false },
      data: { removedAt: null, isUnsubscribed: false },
    });
    const { confirmedAt } = await readContact(token, context, { canBeStopped: true });
    return confirmedAt ? confirmedPage(token, context) : unconfirmedPage(token, context);
  },
};

/** Throws if the token is missing or invalid, or if the contact was removed. The emails can be stopped at any time. */
async function readContact(
  token = '',
  { db, services }: Context,
  { canBeStopped = false } = {},
): Promise<BillingContact> {
  const id = await services.billingContactLinks.verify(token);
  const contact = id === null ? null : await db.billingContact.findUnique({ where: { id } });
  if (!contact || contact.isRemovedByUser || (contact.removedAt && !contact.isUnsubscribed))
    throw apiError('InvalidLink');
  if (canBeStopped) return contact;
  const expiresAt = contact.sentAt.getTime() + confirmationDays * dayMs;
  const hasExpired = contact.confirmedAt === null && expiresAt < (await databaseNow(db)).getTime();
  if (contact.isUnsubscribed || hasExpired) throw apiError('InvalidLink');
  return contact;
}

// The pages name neither the address nor the account: the link can be forwarded.

const confirmationPage = (token = '', { services }: Context): HtmlPageResponse => ({
  page: {
    title: 'Receive billing emails?',
    text: `The person named in the email asks you to receive the emails about invoices, failed payments and the end of the trial of a ${services.settings.PRODUCT_NAME} account. You can stop them at any time.`,
    action: {
      label: 'Receive billing emails',
      href: services.billingContactLinks.url('confirm', token),
      method: 'post',
    },
  },
});

const confirmedPage = (token = '', { services }: Context): HtmlPageResponse => ({
  page: {
    title: 'You receive billing emails',
    text: `You receive the emails about invoices, failed payments and the end of the trial of a ${services.settings.PRODUCT_NAME} account. Each email has a link that stops them.`,
    action: { label: 'Stop billing emails', href: services.billingContactLinks.url('stop', token), isUndo: true },
  },
});

const stopPage = (token = '', { services }: Context): HtmlPageResponse => ({
  page: {
    title: 'Stop billing emails?',
    text: `You will no longer receive the billing emails of this ${services.settings.PRODUCT_NAME} account.`,
    action: { label: 'Stop billing emails', href: services.billingContactLinks.url('stop', token), method: 'post' },
  },
});

const stoppedPage = (token = '', { services }: Context): HtmlPageResponse => ({
  page: {
    title: 'Billing emails are stopped',
    text: `You no longer receive the billing emails of this ${services.settings.PRODUCT_NAME} account. Your address is deleted there 30 days after you stopped them, unless you turn them on again.`,
    action: {
      label: 'Receive billing emails again',
      href: services.billingContactLinks.url('resume', token),
      method: 'post',
      isUndo: true,
    },
  },
});

/** For a contact that stopped the emails before it confirmed. Its link may have expired. */
const unconfirmedPage = (token = '', { services }: Context): HtmlPageResponse => ({
  page: {
    title: 'Billing emails need a confirmation',
    text: `You receive the billing emails of this ${services.settings.PRODUCT_NAME} account after you confirm it. If the link has expired, ask the person named in the email to send it again.`,
    action: { label: 'Review and confirm', href: services.billingContactLinks.url('confirm', token) },
  },
});

const fullPage = ({ services }: Context): HtmlPageResponse => ({
  page: {
    title: 'Billing emails stay stopped',
    text: `This ${services.settings.PRODUCT_NAME} account has the maximum number of billing contacts by now. Ask its owner to remove one, then try again.`,
    action: { label: `Open ${services.settings.PRODUCT_NAME}`, href: services.settings.PORTAL_URL },
  },
});
