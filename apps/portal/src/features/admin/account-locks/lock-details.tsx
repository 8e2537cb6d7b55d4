import { displayEmail } from '@portal/contract';
import { Timestamp } from '@portal/ui';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import type { ActiveLock } from './locks.ts';

/** Start, author, end date and reason of a lock. */
export function LockDetails({ since, until, reason, by }: ActiveLock) {
  return (
    <>
      <span className="block">
        Since <Timestamp date={since} />
        {by && (
          <span>
            , by{' '}
            <Link to={paths.adminUser(by.userId)} className="text-link">
              {displayEmail(by.email)}
            </Link>
          </span>
        )}
        {until === null ? (
          <span> · no end date</span>
        ) : (
          <span>
            {' '}
            · lifts automatically <Timestamp date={until} />
          </span>
        )}
      </span>
      <span className="block">{reason === null ? 'No reason given' : `Reason: ${reason}`}</span>
    </>
  );
}
