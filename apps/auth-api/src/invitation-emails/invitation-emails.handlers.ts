import type { invitationEmailCalls } from '@portal/contract';
import type { Context, Handlers, Page } from '../http/handlers.ts';
import { problem } from '../http/problem.ts';
import { isSuppressed, suppress, unsuppress } from './suppression.ts';

export const invitationEmailHandlers: Handlers<typeof invitationEmailCalls> = {
  async showInvitationEmails({ query: { token } }, context) {
    const link = await readLink(token, context);
    return (await isSuppressed(link.addressHash, context.db)) ? stoppedPage(link) : askingPage(link);
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
}

/** Whose emails a link is about; a forged, damaged or old one fails. */
async function readLink(token: string | undefined, { services }: Context): Promise<Link> {
  const { emailLinks } = services;
  const addressHash = token === undefined ? null : await emailLinks.verify(token);
  if (token === undefined || addressHash === null) throw problem('InvalidLink');
  return { addressHash, stop: emailLinks.address('stop', token), resume: emailLinks.address('resume', token) };
}

const askingPage = ({ stop }: Link): Page => ({
  page: {
    title: 'Stop invitation emails?',
    text: 'We will no longer email this address when someone invites it to a workspace. Emails about your own account are not affected.',
    action: { label: 'Stop invitation emails', href: stop, method: 'post' },
  },
});

const stoppedPage = ({ resume }: Link): Page => ({
  page: {
    title: 'Invitation emails are stopped',
    text: 'We no longer email this address when someone invites it to a workspace. Invitations still appear after you log in.',
    action: { label: 'Receive invitation emails again', href: resume, method: 'post' },
  },
});

const resumedPage = ({ stop }: Link): Page => ({
  page: {
    title: 'Invitation emails are on',
    text: 'We email this address when someone invites it to a workspace.',
    action: { label: 'Stop invitation emails', href: stop, method: 'post' },
  },
});
