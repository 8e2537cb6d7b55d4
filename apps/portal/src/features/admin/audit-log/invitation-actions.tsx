import type { AuditEntry } from '@portal/contract';
import { describeRole } from '../../../lib/audit-details.ts';
import { withWorkspace, type ActionDescription } from './action-description.tsx';
import { AuditTarget, AuditWorkspaceLink } from './audit-links.tsx';

const describeInvitation = (entry: AuditEntry) => (
  <>
    invited <AuditTarget {...entry} /> {entry.details?.['again'] === true && 'again '}to{' '}
    <AuditWorkspaceLink {...entry} /> as {describeRole(entry.details?.['role'])}
  </>
);

const withInvitation = (text: string) => (entry: AuditEntry) => (
  <>
    {text} <AuditTarget {...entry} /> in <AuditWorkspaceLink {...entry} />
  </>
);

export const invitationActions: Readonly<Record<string, ActionDescription>> = {
  inviteMember: { label: 'Invite a member', describe: describeInvitation },
  inviteMembers: { label: 'Invite several people', describe: describeInvitation },
  resendInvitation: { label: 'Resend an invitation', describe: withInvitation('resent the invitation to') },
  cancelInvitation: { label: 'Cancel an invitation', describe: withInvitation('cancelled the invitation to') },
  createInvitationLink: { label: 'Create an invitation link', describe: withInvitation('created a link for') },
  acceptInvitation: { label: 'Accept an invitation', describe: withWorkspace('accepted an invitation to') },
  declineInvitation: { label: 'Decline an invitation', describe: withWorkspace('declined an invitation to') },
  openInvitationLink: {
    label: 'Open the link to a prepared workspace',
    describe: () => 'opened the link to what staff prepared for their email',
  },
  // A workspace that staff set up, and in earlier versions any invitation.
  claimInvitation: { label: 'Accept an invitation by a login', describe: withWorkspace('accepted an invitation to') },
};
