import type { LoginSecurity, SecondFactorState } from '@portal/contract';
import { Alert, Badge, Button, Card, moveFocusToSectionOnUnmount } from '@portal/ui';
import { useStartSecondFactorMutation } from '../../api/login-security.api.ts';
import { useUser } from '../../api/session.api.ts';
import { NewLoginAlert } from '../../components/new-login-alert.tsx';
import { useSettings } from '../../lib/settings-context.ts';
import { definePendingAction } from '../../session/pending-action.ts';

type State = Exclude<SecondFactorState, 'elsewhere'>;

const texts: Readonly<Record<State, { badge?: string; tone?: 'success' | 'warning'; text: string }>> = {
  on: { badge: 'On', tone: 'success', text: 'Your last login had a second factor, in addition to your password.' },
  'set-up': {
    badge: 'Set up, not asked for yet',
    tone: 'warning',
    text: 'You have set up a second factor, but your last login did not ask for it. Log out and in again. If you are still not asked, it does not protect you: contact support.',
  },
  off: {
    badge: 'Off',
    text: 'A second step to log in, such as a code from an authenticator app. A stolen password alone can’t log in.',
  },
  unknown: { text: 'We can’t see whether you have set up a second factor.' },
  unreachable: {
    text: 'We can’t see whether you have a second factor, because the login service does not respond. Open this page again in a minute.',
  },
};

/** Creating the page at the login service requires a new login. It is created when the user returns. */
const startAction = definePendingAction<true>('startSecondFactor');

/** The second factor of a user with a password, which is set up on a page of the login service. */
export function SecondFactor({ state, canTurnOn }: LoginSecurity['secondFactor']) {
  const { id: userId } = useUser();
  const { supportEmail } = useSettings();
  const [start, { data, error, isLoading }] = useStartSecondFactorMutation();
  const begin = () => void start({ params: { userId } });
  startAction.useResume(() => {
    if (canTurnOn) begin();
    return true;
  });
  const reauthenticate = startAction.useReauthenticate();
  if (state === 'elsewhere') return null;
  const { badge, tone, text } = texts[state];
  const support = (
    <a href={`mailto:${supportEmail}`} className="text-link">
      contact support
    </a>
  );
  return (
    <Card title="Second factor" actions={badge && <Badge tone={tone}>{badge}</Badge>}>
      <div className="grid gap-4">
        <p>{text}</p>
        <NewLoginAlert
          error={error}
          title="The second factor was not turned on"
          message="Turning on a second factor requires a recent login. Log in again to continue."
          onLogIn={() => reauthenticate(true)}
        />
        {canTurnOn && !data && (
          <div>
            <Button
              ref={moveFocusToSectionOnUnmount}
              aria-label="Turn on the second factor"
              loading={isLoading}
              loadingText="Preparing..."
              onClick={begin}
            >
              Turn on
            </Button>
          </div>
        )}
        {data && (
          <Alert
            tone="info"
            title="Continue at the login service"
            message="The link works once. Save the recovery code that the page shows you."
            action={
              <Button
                size="sm"
                variant="primary"
                aria-label="Continue at the login service"
                render={
                  <a href={data.url} rel="noreferrer">
                    Continue
                  </a>
                }
              >
                Continue
              </Button>
            }
          />
        )}
        <p className="text-secondary">
          {state === 'on' || state === 'set-up' ? (
            <>
              Lost your device? Log in with the recovery code that you saved, or {support}. Only support can turn the
              second factor off.
            </>
          ) : (
            <>
              {!canTurnOn && state !== 'unreachable' && <>To turn one on, {support}. </>}
              Save the recovery code that you get. Only support can turn the second factor off again.
            </>
          )}
        </p>
      </div>
    </Card>
  );
}
