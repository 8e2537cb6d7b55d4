import type { WorkspaceAuditEntry } from '@portal/contract';
import { Timestamp, VisuallyHidden } from '@portal/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { describeActivity } from './describe-activity.ts';
import type { EntryTarget } from './entry-target.ts';

interface ActivityEntryProps {
  entry: WorkspaceAuditEntry;
  /** Where the user finds what the entry is about. */
  target?: EntryTarget | undefined;
  /** Shows the time of day, below the heading of a day, instead of how long ago the entry is. */
  isBelowDay?: boolean;
  /** Shown before the sentence. */
  leading?: ReactNode;
}

/** An entry of the activity, as a sentence. */
export function ActivityEntry({ entry, target, isBelowDay = false, leading }: ActivityEntryProps) {
  const { actor, action } = describeActivity(entry);
  return (
    <li className="flex items-baseline justify-between gap-6 py-2">
      {leading && <span className="-mr-3 flex-none self-start">{leading}</span>}
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="inline">
          <bdi translate="no" className="font-medium text-strong">
            {actor}
          </bdi>{' '}
          {action}
        </p>
        {target && (
          <>
            {' '}
            <Link to={target.to} className="text-link whitespace-nowrap">
              {target.label}
              {target.name !== null && <VisuallyHidden> {target.name}</VisuallyHidden>}
            </Link>
          </>
        )}
      </div>
      <span className="flex-none text-secondary">
        <Timestamp
          date={entry.occurredAt}
          {...(isBelowDay ? { relative: 'disabled', size: 'time' } : { relative: 'shorthand' })}
        />
      </span>
    </li>
  );
}
