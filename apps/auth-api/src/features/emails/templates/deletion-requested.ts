import { formatUtcDateTime } from '@portal/contract';
import type { Settings } from '../../../platform/config/settings.ts';
import type { Email } from '../../../integrations/smtp/mailer.ts';
import { changePassword, contactSupport, endSessions } from './advice.ts';
import { renderEmail } from './layout.ts';
import { quoteName } from './safe-text.ts';

interface RequestedDeletion {
  readonly to: string;
  readonly requestedAt: Date;
  readonly dueAt: Date;
  /** Whether the account is locked: then it is deleted after the end of the lock. */
  readonly isLocked: boolean;
  /** The workspaces that are deleted with the account. */
  readonly workspaces: readonly { readonly displayName: string }[];
}

/** More are counted. */
const maxNames = 10;

/** Notifies a user that the account will be deleted, when, what is deleted with it, and how to keep it. */
export function deletionRequestedEmail(
  { to, requestedAt, dueAt, isLocked, workspaces }: RequestedDeletion,
  undoUrl: string,
  settings: Settings,
): Email {
  const { PRODUCT_NAME: product } = settings;
  const due = formatUtcDateTime(dueAt);
  return renderEmail(
    {
      to,
      subject: `Your ${product} account will be deleted`,
      paragraphs: [
        `You asked us to delete your account. On ${due} we delete it with your profile, your login, your API tokens, your memberships and your billing. A subscription ends then. Until then you can use everything as before, but not invite people to your workspaces.`,
        ...(workspaces.length > 0
          ? [
              'Open invitations to the workspaces that are deleted with it are cancelled, even if you keep your account.',
            ]
          : []),
        ...(isLocked ? ['Your account is locked. We delete it when the lock has ended, not before.'] : []),
        `After that, the account cannot be restored. To keep your account, use this link before ${due}.`,
      ],
      facts: {
        Requested: formatUtcDateTime(requestedAt),
        Deletion: due,
        ...(workspaces.length > 0 && { 'Deleted with it': listNames(workspaces) }),
      },
      link: { label: 'Keep my account', href: undoUrl },
      advice: {
        title: 'If you did not request this:',
        steps: [
          { label: 'Keep your account, with the link above' },
          endSessions(settings),
          changePassword,
          contactSupport(settings),
        ],
      },
      footnote: 'Do not forward this email. Anyone with the link can keep your account.',
    },
    settings,
  );
}

function listNames(workspaces: RequestedDeletion['workspaces']): string {
  const names = workspaces.slice(0, maxNames).map(({ displayName }) => quoteName(displayName));
  const rest = workspaces.length - names.length;
  return [...names, ...(rest > 0 ? [`${rest} more ${rest === 1 ? 'workspace' : 'workspaces'}`] : [])].join(', ');
}
