import { defineCalls } from '../call.ts';
import { InvitationEmailsQuery } from './invitation-emails.schemas.ts';

const byLink = {
  access: { who: 'anyone' },
  answers: 'page',
  showsPage: true,
  limit: { times: 300, seconds: 600, per: 'address' },
  query: InvitationEmailsQuery,
  problems: ['InvalidLink'],
} as const;

export const invitationEmailCalls = defineCalls({
  showInvitationEmails: {
    ...byLink,
    method: 'GET',
    path: '/invitation-emails/stop',
    summary: 'Show whether an address gets invitation emails, with a button to change it; changes nothing',
  },
  stopInvitationEmails: {
    ...byLink,
    method: 'POST',
    path: '/invitation-emails/stop',
    summary: 'Stop invitation emails to an address, from the page or by one click of a mail program (RFC 8058)',
  },
  resumeInvitationEmails: {
    ...byLink,
    method: 'POST',
    path: '/invitation-emails/resume',
    summary: 'Send invitation emails to an address again',
  },
});
