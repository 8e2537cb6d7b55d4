import { formatAmount, isAccountLocked, type DeletionBlocker } from '@portal/contract';
import { Icon, VisuallyHidden } from '@portal/ui';
import { Link } from 'react-router';
import { useUser } from '../api/session.api.ts';
import { paths } from '../lib/paths.ts';
import { useSettings } from '../lib/settings-context.ts';

interface DeletionBlockersProps {
  title: string;
  blockers: readonly DeletionBlocker[];
}

/** What the user has to do before the account can be deleted. */
export function DeletionBlockers({ title, blockers }: DeletionBlockersProps) {
  return (
    <section aria-label={title} className="grid gap-2">
      <p className="flex items-center gap-2 font-medium text-strong">
        <Icon name="alert-triangle" className="text-warning-icon" />
        {title}
      </p>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {blockers.map((blocker, position) => (
          <li key={position} className="grid gap-1 px-3 py-2.5">
            {blocker.kind === 'ownedWorkspace' ? <OwnedWorkspace {...blocker} /> : <UnpaidInvoice {...blocker} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

type BlockerOf<Kind extends DeletionBlocker['kind']> = Extract<DeletionBlocker, { kind: Kind }>;

function OwnedWorkspace({ workspaceId, displayName, memberCount }: BlockerOf<'ownedWorkspace'>) {
  const { supportEmail } = useSettings();
  // A user with a locked account can't open the workspace.
  const isLocked = isAccountLocked(useUser());
  return (
    <>
      <p className="wrap-anywhere">
        You own <strong>{displayName}</strong>, which has {memberCount} other {memberCount === 1 ? 'member' : 'members'}
        .
      </p>
      {isLocked ? (
        <p className="text-secondary">
          Contact{' '}
          <a href={`mailto:${supportEmail}`} className="text-link">
            {supportEmail}
          </a>{' '}
          to transfer ownership or delete the workspace while your account is paused.
        </p>
      ) : (
        <p className="flex flex-wrap gap-x-4 gap-y-1">
          <Link
            to={paths.transferOwnership(workspaceId)}
            className="text-link"
            aria-label={`Transfer ownership of ${displayName}`}
          >
            Transfer ownership
          </Link>
          <Link
            to={paths.deleteWorkspace(workspaceId)}
            className="text-link"
            aria-label={`Delete workspace ${displayName}`}
          >
            Delete workspace
          </Link>
        </p>
      )}
    </>
  );
}

function UnpaidInvoice({ amount, currency, url }: BlockerOf<'unpaidInvoice'>) {
  const total = amount !== null && currency !== null && formatAmount(amount, currency);
  return (
    <>
      <p>{total ? `You have not paid an invoice of ${total}.` : 'You have not paid an invoice.'}</p>
      {url !== null && (
        <p>
          <a href={url} target="_blank" rel="noreferrer" className="text-link">
            Pay the invoice
            <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
          </a>
        </p>
      )}
    </>
  );
}
