import type { StaffMember } from '@portal/contract';
import { Timestamp } from '@portal/ui';
import { Link } from '../../../navigation/link.tsx';
import { paths } from '../../../navigation/paths.ts';

export interface LockTermsProps {
  since: string;
  until: string | null;
  reason: string | null;
  by: StaffMember | null;
}

/** Since when, by whom, until when and why. */
export function LockTerms({ since, until, reason, by }: LockTermsProps) {
  return (
    <>
      <span className="block">
        Begun <Timestamp date={since} />
        {by && (
          <>
            {' '}
            by{' '}
            <Link to={paths.adminUser(by.userId)} className="text-link">
              {by.email}
            </Link>
          </>
        )}
        {until === null ? (
          ', without an end.'
        ) : (
          <>
            ; it ends by itself <Timestamp date={until} />.
          </>
        )}
      </span>
      <span className="block">{reason === null ? 'No reason was given.' : `Reason: ${reason}`}</span>
    </>
  );
}
