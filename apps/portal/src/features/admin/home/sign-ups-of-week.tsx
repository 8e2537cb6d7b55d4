import { displayEmail, type StaffHome } from '@portal/contract';
import { Card, Timestamp, Truncate } from '@portal/ui';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { numberFormat } from '../components/number-format.ts';

const title = 'Signups';

/** How many users signed up in the last seven days and in the seven before, and the newest. */
export function SignUpsOfWeek({ count, previousCount, rows }: StaffHome['signUps']) {
  return (
    <Card
      flush
      title={title}
      actions={
        <Link to={`${paths.workspaceAdmin}?section=sign-ups`} className="text-link">
          View report
        </Link>
      }
    >
      <p className="px-5 pb-4 text-secondary">
        <span className="text-2xl font-semibold text-strong tabular-nums">{numberFormat.format(count)}</span> in the
        last 7 days, {numberFormat.format(previousCount)} in the 7 days before
      </p>
      {rows.length > 0 && (
        <ul aria-label="Newest signups" className="border-t border-line">
          {rows.map(({ userId, email, signupMethod, signupAt }) => (
            <li key={userId} className="border-b border-line last:border-b-0">
              <Link
                to={paths.adminUser(userId)}
                className="flex flex-wrap items-baseline gap-x-4 px-5 py-2.5 outline-offset-[-2px] transition-colors hover:bg-hover focus-visible:bg-hover"
              >
                <Truncate translate="no" className="min-w-0 flex-1 basis-48 font-medium text-strong">
                  {displayEmail(email)}
                </Truncate>
                <span className="text-sm text-secondary">
                  {signupMethod} · <Timestamp date={signupAt} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
