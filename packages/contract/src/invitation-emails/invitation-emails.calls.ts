import { defineCalls } from '../call.ts';
import { InvitationEmailsQuery } from './invitation-emails.schemas.ts';

const unsubscribeLinkCall = {
  access: { who: 'anyone' },
  responseKind: 'html',
  rateLimit: { times: 300, seconds: 600, per: 'ip', counts: 'failures' },
  query: InvitationEmailsQuery,
  errors: ['InvalidLink'],
} as const;

/** Stopping invitation emails by the link in them, without a login. Source: decision 23. */
export const invitationEmailCalls = defineCalls({
  showInvitationEmails: {
    ...unsubscribeLinkCall,
    method: 'GET',
    path: '/invitation-emails/stop',
    summary: 'Show whether an email address receives invitation emails, with a button to change it',
  },
  stopInvitationEmails: {
    ...unsubscribeLinkCall,
    method: 'POST',
    path: '/invitation-emails/stop',
    endsAccess: true,
    summary: 'Stop invitation emails to an email address, from the page or by one-click unsubscribe (RFC 8058)',
  },
  resumeInvitationEmails: {
    ...unsubscribeLinkCall,
    method: 'POST',
    path: '/invitation-emails/resume',
    summary: 'Resume invitation emails to an email address',
  },
});
