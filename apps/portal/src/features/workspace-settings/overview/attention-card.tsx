import { displayEmail, type WorkspaceOverview } from '@portal/contract';
import { Card, Icon, Timestamp, VisuallyHidden, type IconName } from '@portal/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';

interface AttentionCardProps {
  workspaceId: string;
  overview: WorkspaceOverview;
}

/** API tokens that expire soon, webhooks that send nothing, and pending invitations. */
export function AttentionCard({ workspaceId, overview }: AttentionCardProps) {
  const { endingTokens, endingTokenCount, invitations, webhooks } = overview;
  const first = invitations?.first ?? [];
  const moreTokens = endingTokenCount - endingTokens.length;
  const moreInvitations = (invitations?.count ?? 0) - first.length;
  const silent = webhooks ? silentWebhooks(webhooks) : '';
  const isEmpty = endingTokens.length + first.length === 0 && silent === '';
  return (
    <Card title="Needs attention">
      {isEmpty && (
        <p className="flex min-h-9 items-center gap-2 text-secondary">
          <Icon name="check-circle" size={16} className="flex-none text-success-icon" />
          {invitations
            ? 'No API token needs to be replaced soon, and no invitation is open.'
            : 'No API token needs to be replaced soon.'}
        </p>
      )}
      <ul className="-my-2 divide-y divide-line empty:hidden">
        {endingTokens.map(({ id, name, principalName, expiresAt }) => (
          <Item
            key={id}
            icon="key"
            isUrgent
            link={
              <Link to={paths.workspaceApiToken(workspaceId, id)} className="text-link">
                View <VisuallyHidden>token {name}</VisuallyHidden>
              </Link>
            }
          >
            <Name>{name}</Name> of <Name>{principalName}</Name> ends <Timestamp date={expiresAt} />
          </Item>
        ))}
        {moreTokens > 0 && (
          <Item
            icon="key"
            isUrgent
            link={
              <Link to={paths.workspaceApiTokens(workspaceId)} className="text-link">
                View <VisuallyHidden>tokens</VisuallyHidden>
              </Link>
            }
          >
            {moreTokens === 1 ? '1 more API token ends' : `${moreTokens} more API tokens end`} within seven days
          </Item>
        )}
        {silent !== '' && (
          <Item
            icon="alert-triangle"
            isUrgent
            link={
              <Link to={paths.workspaceWebhooks(workspaceId)} className="text-link">
                View <VisuallyHidden>webhooks</VisuallyHidden>
              </Link>
            }
          >
            {silent}
          </Item>
        )}
        {first.map(({ id, email, expiresAt }) => (
          <Item
            key={id}
            icon="mail"
            link={
              <Link to={paths.workspaceMember(workspaceId, id)} className="text-link">
                View <VisuallyHidden>invitation for {displayEmail(email)}</VisuallyHidden>
              </Link>
            }
          >
            Invitation for <Name>{displayEmail(email)}</Name> expires <Timestamp date={expiresAt} />
          </Item>
        ))}
        {moreInvitations > 0 && (
          <Item
            icon="mail"
            link={
              <Link to={paths.workspaceMembers(workspaceId)} className="text-link">
                View <VisuallyHidden>invitations</VisuallyHidden>
              </Link>
            }
          >
            {moreInvitations === 1 ? '1 more invitation is open' : `${moreInvitations} more invitations are open`}
          </Item>
        )}
      </ul>
    </Card>
  );
}

/** Such as: 2 webhooks are paused, and 1 webhook is failing. */
function silentWebhooks({ paused, failing }: NonNullable<WorkspaceOverview['webhooks']>): string {
  return [
    paused > 0 && (paused === 1 ? '1 webhook is paused' : `${paused} webhooks are paused`),
    failing > 0 && (failing === 1 ? '1 webhook is failing' : `${failing} webhooks are failing`),
  ]
    .filter((part) => part !== false)
    .join(', and ');
}

const Name = ({ children }: { children: string }) => (
  <bdi translate="no" className="font-medium text-strong">
    {children}
  </bdi>
);

interface ItemProps {
  icon: IconName;
  isUrgent?: boolean;
  link: ReactNode;
  children: ReactNode;
}

const Item = ({ icon, isUrgent = false, link, children }: ItemProps) => (
  <li className="flex items-start gap-3 py-2">
    <Icon
      name={icon}
      size={16}
      className={`mt-0.5 flex-none ${isUrgent ? 'text-warning-icon' : 'text-neutral-icon'}`}
    />
    <div className="flex min-w-0 flex-1 justify-between gap-x-4 wrap-anywhere">
      <span className="min-w-0">{children}</span>
      <span className="flex-none">{link}</span>
    </div>
  </li>
);
