import { fullNameOf, type LockKind, type UserForStaff, displayEmail } from '@portal/contract';
import { Avatar, Badge, Button, CopyButton, CopyableText, Truncate, useRefocusOnChange } from '@portal/ui';
import { useParams } from 'react-router';
import { useGetUserForStaffQuery } from '../../../api/admin.api.ts';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { StaffOnly } from '../staff-only.tsx';
import { DetailError, DetailSkeleton, DetailTabs, DetailTitle, StaleDetailNotice } from '../components/detail-page.tsx';
import { useLockActions } from '../account-locks/use-lock-actions.tsx';
import { lockLabels } from '../account-locks/locks.ts';
import { useRememberUser } from '../search/recent-users-storage.ts';
import { useIsOwnAccount } from '../use-is-own-account.ts';
import { useEndSessions } from './use-end-sessions.tsx';
import { AccountStatus } from './account-status.tsx';
import { UserAuditLog, UserSessions, UserTokens, UserWorkspaces } from './user-lists.tsx';
import { UserBadges } from '../components/user-badges.tsx';
import { UserDetails } from './user-details.tsx';

const skeleton = <DetailSkeleton type="User" details="h-80" list="h-45" hasStatus />;

export function Component() {
  return (
    <StaffOnly skeleton={skeleton}>
      <UserPage />
    </StaffOnly>
  );
}

function UserPage() {
  const { userId = '' } = useParams();
  const request = { params: { userId } };
  const { currentData: user, error, refetch } = useGetUserForStaffQuery(request, { refetchOnMountOrArgChange: true });
  useDocumentTitle(user && fullNameOf(user));
  const errorProps = { type: 'User', error, onRetry: () => void refetch() };
  if (user) {
    return (
      <div className="grid grid-cols-1 gap-6">
        <StaleDetailNotice {...errorProps} />
        <UserOverview key={user.id} user={user} />
      </div>
    );
  }
  return error ? <DetailError {...errorProps} /> : skeleton;
}

function UserOverview({ user }: { user: UserForStaff }) {
  const { lock, unlock, isUnlocking, clearResult, resultMessage, errorAlert, dialog } = useLockActions();
  const endSessions = useEndSessions(user);
  const { id: userId, email, counts, isQuarantined, isSuspended } = user;
  useRefocusOnChange(`${isQuarantined}, ${isSuspended}`);
  useRememberUser(user);
  const targetUser = { userId, email, name: fullNameOf(user) };
  const isSelf = useIsOwnAccount()(user);
  const startLock = (kind: LockKind) => {
    endSessions.clearResult();
    lock(kind, targetUser);
  };
  return (
    <div className="grid grid-cols-1 gap-6">
      <DetailTitle
        picture={<Avatar id={userId} name={user.nickname} size={56} />}
        name={fullNameOf(user)}
        badges={
          <>
            <UserBadges {...user} isInvited={user.auth0Id === null} />
            {isSelf && <Badge tone="info">You</Badge>}
          </>
        }
        identifiers={
          <>
            <span className="flex min-w-0 items-center gap-1">
              <Truncate translate="no">{displayEmail(email)}</Truncate>
              <CopyButton text={email} label="Copy email" />
            </span>
            <CopyableText text={userId} label="Copy user ID" />
          </>
        }
        actions={
          !isSelf && (
            <>
              {counts.sessions > 0 && (
                <Button
                  icon="logout"
                  onClick={() => {
                    clearResult();
                    endSessions.open();
                  }}
                >
                  End sessions...
                </Button>
              )}
              {!isSuspended && (
                <Button icon="pause-circle" onClick={() => startLock('suspension')}>
                  {lockLabels.suspension.lock}...
                </Button>
              )}
              {!isQuarantined && (
                <Button icon="shield-alert" onClick={() => startLock('quarantine')}>
                  {lockLabels.quarantine.lock}...
                </Button>
              )}
            </>
          )
        }
      />
      <div className="grid gap-3">
        {resultMessage}
        {endSessions.resultMessage}
        {errorAlert}
        <AccountStatus
          user={user}
          isSelf={isSelf}
          isUnlocking={isUnlocking}
          onUnlock={(kind) => void unlock(kind, targetUser)}
          onChange={(kind, activeLock) => lock(kind, targetUser, activeLock)}
        />
      </div>
      <UserDetails user={user} />
      <DetailTabs
        label={`More about ${fullNameOf(user)}`}
        tabs={[
          {
            value: 'workspaces',
            label: `Workspaces (${counts.workspaces + counts.deletedWorkspaces})`,
            content: <UserWorkspaces userId={userId} />,
          },
          { value: 'tokens', label: `API tokens (${counts.authTokens})`, content: <UserTokens userId={userId} /> },
          { value: 'sessions', label: `Sessions (${counts.sessions})`, content: <UserSessions userId={userId} /> },
          { value: 'audit', label: 'Audit log', content: <UserAuditLog userId={userId} /> },
        ]}
      />
      {dialog}
      {endSessions.dialog}
    </div>
  );
}
