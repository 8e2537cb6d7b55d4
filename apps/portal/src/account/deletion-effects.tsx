import type { AccountDeletion } from '@portal/contract';
import { useUser } from '../api/session.api.ts';

export const formatDays = (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`;

/** What the deletion of an account means. */
export function DeletionEffects({ graceDays, workspaces }: Pick<AccountDeletion, 'graceDays' | 'workspaces'>) {
  // Only verified addresses receive emails.
  const { emailVerified } = useUser();
  return (
    <div className="grid gap-3">
      <p>
        Your account stays active for {formatDays(graceDays)}. You can cancel in the portal
        <span>{emailVerified ? ' or with the link we email you.' : '.'}</span> What happens then can’t be undone:
      </p>
      <DeletedParts workspaces={workspaces} />
    </div>
  );
}

interface DeletedPartsProps extends Pick<AccountDeletion, 'workspaces'> {
  isPending?: boolean | undefined;
}

export function DeletedParts({ workspaces, isPending = false }: DeletedPartsProps) {
  return (
    <ul className="grid list-disc gap-1.5 pl-5">
      <li>
        <strong>Workspaces:</strong>{' '}
        <span>
          {workspaces.length === 0
            ? 'we remove you from workspaces owned by others.'
            : 'we remove you from workspaces owned by others, and delete these:'}
        </span>
        {workspaces.length > 0 && <DeletedWorkspaces workspaces={workspaces} />}
        {workspaces.length > 0 && isPending && (
          <span>While the deletion is pending, you can’t invite people to them.</span>
        )}
        {workspaces.length > 0 && !isPending && (
          <span>
            Open invitations to them are cancelled <strong>now</strong>, even if you keep your account later. While the
            deletion is pending, you can’t invite people to them.
          </span>
        )}
      </li>
      <li>
        <strong>Billing:</strong> your subscription ends, and your payment and billing details are deleted.
      </li>
      <li>
        <strong>Tokens:</strong> all your API tokens and sessions stop working.
      </li>
      <li>
        <strong>Your data:</strong> your profile and your login are deleted. Logs keep a random ID instead of your name.
        Download your data first if you need it.
      </li>
    </ul>
  );
}

/** More are counted. */
const maxNames = 10;

function DeletedWorkspaces({ workspaces }: Pick<AccountDeletion, 'workspaces'>) {
  const rest = workspaces.length - maxNames;
  return (
    <ul aria-label="Workspaces that are deleted" className="mt-1 list-[circle] pl-5">
      {workspaces.slice(0, maxNames).map(({ workspaceId, displayName }) => (
        <li key={workspaceId}>{displayName}</li>
      ))}
      {rest > 0 && <li>and {rest} more</li>}
    </ul>
  );
}
