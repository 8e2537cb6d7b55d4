import { isAccountLocked, type User } from '@portal/contract';
import { Banner } from '@portal/ui';
import { Link } from 'react-router';
import { usePendingDeletion } from '../../components/use-pending-deletion.tsx';
import { paths } from '../../lib/paths.ts';

/** Says when the account is deleted, and lets the user keep it. */
export default function PendingDeletion({ user, dueAt }: { user: User; dueAt: string }) {
  const { text, action, error } = usePendingDeletion(user, dueAt);
  return (
    <Banner actions={action}>
      <span className="block font-medium">{text}</span>
      {!isAccountLocked(user) && (
        <span className="block">
          You asked us to delete it.{' '}
          <Link to={paths.account} className="underline underline-offset-3">
            See what will be deleted
          </Link>
        </span>
      )}
      {error}
    </Banner>
  );
}
