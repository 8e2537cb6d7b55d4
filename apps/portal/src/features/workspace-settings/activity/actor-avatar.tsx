import type { WorkspaceAuditEntry } from '@portal/contract';
import { Avatar, Icon, type IconName } from '@portal/ui';
import { isServiceAccount } from '../../../lib/audit-details.ts';
import { describeActivity } from './describe-activity.ts';

/** The initials of who did it, or an icon for what is no user. */
export function ActorAvatar({ entry }: { entry: WorkspaceAuditEntry }) {
  const { actor, bySupport } = entry;
  if (bySupport) return <ActorIcon name="shield-alert" />;
  if (actor === null) return <ActorIcon name="clock" />;
  if (isServiceAccount(actor)) return <ActorIcon name="key" />;
  return <Avatar id={actor.userId} name={actor.nickname ?? describeActivity(entry).actor} size={24} />;
}

const ActorIcon = ({ name }: { name: IconName }) => (
  <span aria-hidden className="grid size-6 flex-none place-items-center rounded-full bg-hover text-neutral-icon">
    <Icon name={name} size={14} />
  </span>
);
