import { loginMethodPhrase, planName, signupMethodOf, type UserForStaff } from '@portal/contract';
import { Badge, Card, CopyableText, DescriptionItem, DescriptionList, Timestamp } from '@portal/ui';
import { BillingCell } from '../components/billing-cell.tsx';
import { StaffDate } from '../components/staff-date.tsx';
import { UserLink } from '../components/staff-links.tsx';
import { UserBadges } from '../components/user-badges.tsx';

export function UserDetails({ user }: { user: UserForStaff }) {
  const { auth0Id, billing, terms, sameAddress: accountsWithSameEmail } = user;
  return (
    <Card title="Account">
      <div className="grid items-start gap-x-10 gap-y-1 lg:grid-cols-2">
        <DescriptionList>
          <DescriptionItem name="Auth0 ID">
            {auth0Id === null ? 'None until the first login' : <CopyableText text={auth0Id} label="Copy Auth0 ID" />}
          </DescriptionItem>
          <DescriptionItem name="Logs in with">
            {user.signupMethod === null ? 'Never logged in' : loginMethodPhrase(user.signupMethod)}
          </DescriptionItem>
          <DescriptionItem name="Email">
            {user.emailVerified ? 'Verified' : <Badge tone="warning">Not verified</Badge>}
          </DescriptionItem>
          {accountsWithSameEmail.length > 0 && (
            <DescriptionItem name="Same email">
              {accountsWithSameEmail.map((other) => (
                <span key={other.userId} className="flex flex-wrap items-center gap-x-2">
                  <UserLink userId={other.userId}>
                    {`${other.nickname} (${other.auth0Id === null ? 'invited' : signupMethodOf(other.auth0Id)})`}
                  </UserLink>
                  <UserBadges isInvited={false} isQuarantined={other.isQuarantined} isSuspended={other.isSuspended} />
                </span>
              ))}
            </DescriptionItem>
          )}
          <DescriptionItem name="Nickname">
            <bdi translate="no">{user.nickname}</bdi>
          </DescriptionItem>
          <DescriptionItem name="GitHub">{user.githubUsername ?? '–'}</DescriptionItem>
          <DescriptionItem name="Discord">{user.discordUsername ?? '–'}</DescriptionItem>
        </DescriptionList>
        <DescriptionList>
          <DescriptionItem name="Signed up">
            <TimestampOrNever at={user.signedUpAt} />
          </DescriptionItem>
          <DescriptionItem name="Last login">
            <TimestampOrNever at={user.lastLoginAt} />
          </DescriptionItem>
          <DescriptionItem name="Terms">
            {terms.versionId === null ? 'None accepted' : `${terms.versionId}, accepted `}
            {terms.agreedAt !== null && <Timestamp date={terms.agreedAt} relative="disabled" />}
          </DescriptionItem>
          <DescriptionItem name="Profile reviewed">
            <TimestampOrNever at={user.reviewedProfileAt} />
          </DescriptionItem>
          <DescriptionItem name="Billing">
            <span className="flex flex-wrap items-center gap-x-3">
              <BillingCell {...billing} />
            </span>
          </DescriptionItem>
          {billing.planCode !== null && <DescriptionItem name="Plan">{planName(billing.planCode)}</DescriptionItem>}
          {billing.customerId !== null && (
            <DescriptionItem name="Stripe customer">
              <CopyableText text={billing.customerId} label="Copy Stripe customer ID" />
            </DescriptionItem>
          )}
        </DescriptionList>
      </div>
    </Card>
  );
}

const TimestampOrNever = ({ at }: { at: string | null }) => (at === null ? 'Never' : <StaffDate at={at} />);
