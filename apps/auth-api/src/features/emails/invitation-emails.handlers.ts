import type { invitationEmailCalls } from '@portal/contract';
import { apiError } from '../../platform/errors/api-error.ts';
import type { Context, Handlers, HtmlPageResponse } from '../../request/call/types.ts';
import { isSuppressed, suppress, unsuppress } from './suppression.ts';

export const invitationEmailHandlers: Handlers<typeof invitationEmailCalls> = {
  async showInvitationEmails({ query: { token } }, context) {
    const link = await readLink(token, context);
    return (await isSuppressed(link.addressHash, context.db)) ? stoppedPage(link) : confirmationPage(link);
  },

  async stopInvitationEmails({ query: { token } }, context) {
    const link = await readLink(token, context);
    await suppress(link.addressHash, context.db);
    return stoppedPage(link);
  },

  async resumeInvitationEmails({ query: { token } }, context) {
    const link = await readLink(token, context);
    await unsuppress(link.addressHash, context.db);
    return resumedPage(link);
  },
};

interface Link {
  readonly addressHash: string;
  readonly stop: string;
  readonly resume: string;
  readonly product: string;
}

/** Verifies the token of a link. Throws if it is missing, forged, damaged or expired. */
async function readLink(token = '', { services }: Context): Promise<Link> {
  const { unsubscribeLinks, settings } = services;
  const addressHash = await unsubscribeLinks.verify(token);
  if (addressHash === null) throw apiError('InvalidLink');
  return {
    addressHash,
    stop: unsubscribeLinks.url('stop', token),
    resume: unsubscribeLinks.url('resume', token),
    product: settings.PRODUCT_NAME,
  };
}

/** The pages do not show the email address: the link contains only a hash of the mailbox. */
const confirmationPage = ({ stop, product }: Link): HtmlPageResponse => ({
  page: {
    title: 'Stop invitation emails?',
    text: `${product} will stop emailing invitations to the address that received this link. You will still get emails about your own account.`,
    action: { label: 'Stop invitation emails', href: stop, method: 'post' },
  },
});

const stoppedPage = ({ resume, product }: Link): HtmlPageResponse => ({
  page: {
    title: 'Invitation emails are stopped',
    text: `${product} no longer emails invitations to the address that received this link. To see an invitation, ask for a copied link, or turn the emails on again.`,
    action: { label: 'Receive invitation emails again', href: resume, method: 'post', isUndo: true },
  },
});

const resumedPage = ({ stop, product }: Link): HtmlPageResponse => ({
  page: {
    title: 'Invitation emails are on',
    text: `${product} emails invitations to the address that received this link.`,
    action: { label: 'Stop invitation emails', href: stop, method: 'post', isUndo: true },
  },
});
