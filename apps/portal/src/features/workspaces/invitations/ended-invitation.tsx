import type { OpenedInvitation } from '@portal/contract';
import { Button } from '@portal/ui';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { PageNotice } from '../../../components/page-notice.tsx';

/** The states of a link that leads nowhere. */
export type EndedStatus = Exclude<
  OpenedInvitation['status'],
  'open' | 'wrongAccount' | 'unverified' | 'alreadyMember' | 'claimed'
>;

const texts: Readonly<Record<EndedStatus, { title: string; text: string }>> = {
  expired: {
    title: 'This invitation has expired',
    text: 'If your workspaces show it, have a new link emailed there. Otherwise ask the person who invited you to send it again.',
  },
  notOpen: {
    title: 'This invitation has ended',
    text: 'It is for another account. If you used it before, log in with that account. Otherwise ask for a new invitation.',
  },
  declined: {
    title: 'You declined this invitation',
    text: 'If you changed your mind, ask for a new invitation.',
  },
  cancelled: {
    title: 'This invitation was cancelled',
    text: 'If you still want to join, ask the person who invited you for a new invitation.',
  },
  accepted: {
    title: 'You’ve already used this invitation',
    text: 'You joined the workspace and are no longer a member. To return, ask for a new invitation.',
  },
  unavailable: {
    title: 'This invitation can’t be used',
    text: 'Ask for a new one.',
  },
  unknown: {
    title: 'This link can’t be used',
    text: 'Open the complete link in the latest invitation email, or ask for a new invitation.',
  },
};

/** Shown for a link whose invitation can no longer be accepted. */
export function EndedInvitation({ status }: { status: EndedStatus }) {
  const { title, text } = texts[status];
  return (
    <PageNotice icon="mail" title={title} actions={<WorkspacesButton variant="primary" />}>
      <p>{text}</p>
    </PageNotice>
  );
}

export function WorkspacesButton({ variant }: { variant: 'primary' | 'secondary' }) {
  return (
    <Button variant={variant} render={<Link to={paths.workspaces}>Go to your workspaces</Link>}>
      Go to your workspaces
    </Button>
  );
}
