import { signupMethodOf, type UserForStaff } from '@portal/contract';
import { Badge, Card, CopyableText, Fact, Facts, Timestamp } from '@portal/ui';
import { BillingCell } from '../billing-cell.tsx';
import { UserLink } from '../staff-links.tsx';
import { UserBadges } from '../user-badges.tsx';

/** Who somebody is, to us, to the identity provider and to Stripe. */
export function UserFacts({ user }: { user: UserForStaff }) {
  const { auth0Id, billing, terms, sameAddress } = user;
  return (
    <Card title="Account">
      <div className="grid items-start gap-x-10 gap-y-1 lg:grid-cols-2">
        <Facts>
          <Fact name="Auth0 ID">
            {auth0Id === null ? 'None before the first login' : <CopyableText text={auth0Id} label="Copy Auth0 ID" />}
          </Fact>
          <Fact name="Signs in by">{user.signupMethod ?? 'Never did'}</Fact>
          <Fact name="Email">{user.emailVerified ? 'Verified' : <Badge tone="warning">Not verified</Badge>}</Fact>
          {sameAddress.length > 0 && (
            <Fact name="Same email">
              {sameAddress.map((other) => (
                <span key={other.userId} className="flex flex-wrap items-center gap-x-2">
                  <UserLink userId={other.userId}>
                    {`${other.nickname} (${other.auth0Id === null ? 'only invited' : signupMethodOf(other.auth0Id)})`}
                  </UserLink>
                  <UserBadges isInvited={false} isQuarantined={other.isQuarantined} isSuspended={other.isSuspended} />
                </span>
              ))}
            </Fact>
          )}
          <Fact name="Nickname">
            <bdi>{user.nickname}</bdi>
          </Fact>
          <Fact name="GitHub">{user.githubUsername ?? '–'}</Fact>
          <Fact name="Discord">{user.discordUsername ?? '–'}</Fact>
        </Facts>
        <Facts>
          <Fact name="Signed up">
            <Moment at={user.signedUpAt} />
          </Fact>
          <Fact name="Last login">
            <Moment at={user.lastLoginAt} />
          </Fact>
          <Fact name="Terms">
            {terms.versionId === null ? 'None accepted' : `${terms.versionId}, accepted `}
            {terms.agreedAt !== null && <Timestamp date={terms.agreedAt} />}
          </Fact>
          <Fact name="Profile reviewed">
            <Moment at={user.reviewedProfileAt} />
          </Fact>
          <Fact name="Billing">
            <span className="flex flex-wrap items-center gap-x-3">
              <BillingCell {...billing} />
            </span>
          </Fact>
          {billing.planCode !== null && <Fact name="Plan">{billing.planCode}</Fact>}
          {billing.customerId !== null && (
            <Fact name="Stripe customer">
              <CopyableText text={billing.customerId} label="Copy Stripe customer" />
            </Fact>
          )}
        </Facts>
      </div>
    </Card>
  );
}

const Moment = ({ at }: { at: string | null }) => (at === null ? 'Never' : <Timestamp date={at} />);
