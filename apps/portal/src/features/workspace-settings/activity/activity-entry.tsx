import { actorEmail, displayEmail, type WorkspaceAuditEntry } from '@portal/contract';
import { Timestamp, Tooltip, VisuallyHidden } from '@portal/ui';
import { Link } from 'react-router';
import { ActorAvatar } from './actor-avatar.tsx';
import { describeActivity, type SharedNames } from './describe-activity.ts';
import type { EntryTarget } from './entry-target.ts';

interface ActivityEntryProps {
  entry: WorkspaceAuditEntry;
  /** Where the user finds what the entry is about. */
  target?: EntryTarget | undefined;
  /** Shows the time of day, below the heading of a day, instead of how long ago the entry is. */
  isBelowDay?: boolean;
  /** Of all entries that are shown together. */
  shared?: SharedNames | undefined;
}

/** An entry of the activity, as a sentence. */
export function ActivityEntry({ entry, target, isBelowDay = false, shared }: ActivityEntryProps) {
  const { actor, action } = describeActivity(entry, shared);
  const email = actorEmail(entry);
  return (
    <li className="flex items-baseline justify-between gap-x-3 py-2">
      <span className="flex-none self-start">
        <ActorAvatar entry={entry} />
      </span>
      <div className="min-w-0 flex-1 pt-0.5 wrap-anywhere">
        <p className="inline">
          <Tooltip content={email === null ? '' : displayEmail(email)}>
            <bdi translate="no" className="font-medium text-strong">
              {actor}
            </bdi>
          </Tooltip>{' '}
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
      <span className="flex-none pl-3 text-secondary">
        <Timestamp
          date={entry.occurredAt}
          {...(isBelowDay ? { relative: 'disabled', size: 'time' } : { relative: 'shorthand' })}
        />
      </span>
    </li>
  );
}
