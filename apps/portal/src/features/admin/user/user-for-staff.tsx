import { fullNameOf, type UserForStaff as User } from '@portal/contract';
import { Avatar, Badge, Button, CopyButton, CopyableText, Truncate, useKeptFocus } from '@portal/ui';
import { useLockOutActs } from '../lock-outs/lock-out-acts.tsx';
import { lockOutWords } from '../lock-outs/lock-outs.ts';
import { useIsOwnAccount } from '../own-account.ts';
import { SubjectTabs, SubjectTitle } from '../subject-page.tsx';
import { UserAccess } from './user-access.tsx';
import { UserAuditTrail, UserSessions, UserTokens, UserWorkspaces } from './user-lists.tsx';
import { UserBadges } from '../user-badges.tsx';
import { UserFacts } from './user-facts.tsx';

/** All that support asks for about one person, and what can be done about it. */
export function UserForStaff({ user }: { user: User }) {
  const { lock, unlock, isUnlocking, told, dialog } = useLockOutActs();
  const { id: userId, email, counts, isQuarantined, isSuspended } = user;
  useKeptFocus(`${isQuarantined}, ${isSuspended}`);
  const person = { userId, email, name: fullNameOf(user) };
  const isSelf = useIsOwnAccount()(user);
  return (
    <div className="grid grid-cols-1 gap-6">
      <SubjectTitle
        picture={<Avatar id={userId} name={fullNameOf(user)} size={56} />}
        name={fullNameOf(user)}
        badges={
          <>
            <UserBadges {...user} isInvited={user.auth0Id === null} />
            {isSelf && <Badge tone="info">You</Badge>}
          </>
        }
        knownAs={
          <>
            <span className="flex min-w-0 items-center gap-1">
              <Truncate>{email}</Truncate>
              <CopyButton text={email} label="Copy email" />
            </span>
            <CopyableText text={userId} label="Copy user ID" />
          </>
        }
        actions={
          !isSelf && (
            <>
              {!isSuspended && (
                <Button icon="pause-circle" onClick={() => lock('suspension', person)}>
                  {lockOutWords.suspension.lock}...
                </Button>
              )}
              {!isQuarantined && (
                <Button icon="shield-alert" onClick={() => lock('quarantine', person)}>
                  {lockOutWords.quarantine.lock}...
                </Button>
              )}
            </>
          )
        }
      />
      <div className="grid gap-3">
        {told}
        <UserAccess
          user={user}
          isSelf={isSelf}
          isUnlocking={isUnlocking}
          onUnlock={(kind) => void unlock(kind, person)}
          onChange={(kind, terms) => lock(kind, person, terms)}
        />
      </div>
      <UserFacts user={user} />
      <SubjectTabs
        label={`More about ${fullNameOf(user)}`}
        tabs={[
          {
            value: 'workspaces',
            label: `Workspaces (${counts.workspaces + counts.deletedWorkspaces})`,
            content: <UserWorkspaces userId={userId} />,
          },
          { value: 'tokens', label: `API tokens (${counts.authTokens})`, content: <UserTokens userId={userId} /> },
          { value: 'sessions', label: `Sessions (${counts.sessions})`, content: <UserSessions userId={userId} /> },
          { value: 'audit', label: 'Audit trail', content: <UserAuditTrail userId={userId} /> },
        ]}
      />
      {dialog}
    </div>
  );
}
