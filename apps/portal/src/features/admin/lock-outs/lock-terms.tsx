import { Timestamp } from '@portal/ui';
import { Link } from 'react-router';
import { paths } from '../../../navigation/paths.ts';
import type { Lock } from './locks.ts';

/** Since when, by whom, until when and why. */
export function LockTerms({ since, until, reason, by }: Lock) {
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
