import { loginKindOf, signupMethodOf, type LoginSecurity, type loginSecurityCalls } from '@portal/contract';
import { ApiError, apiError } from '../../../platform/errors/api-error.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { emailVerifiedByLogin } from '../../../request/account/actor.ts';
import { allSessionLimits } from '../../../request/auth/session-expiry.ts';
import type { Services } from '../../../request/call/services.ts';
import type { ActorContext, Handlers } from '../../../request/call/types.ts';
import { sessionOf } from '../../../request/stages/authorize.ts';
import { enqueueAccountEmail } from '../../emails/enqueue-account-email.ts';
import { findOtherLogins } from '../../emails/other-logins.ts';
import { endSessionsIfDeleted, readIdentity } from '../users/read-identity.ts';
import { hasEarlierSessions, secondFactorOfLastLogin } from './login-security.queries.ts';
import { ProviderStates, type ProviderAnswer } from './provider-states.ts';

export function loginSecurityHandlers({ identityProvider }: Services): Handlers<typeof loginSecurityCalls> {
  const providerStates = new ProviderStates(identityProvider);
  return {
    async getLoginSecurity(_input, context) {
      const { actor, db, log } = context;
      const auth0Id = actor.user.auth0Id ?? '';
      const email = emailVerifiedByLogin(actor);
      const login = {
        kind: loginKindOf(auth0Id),
        method: signupMethodOf(auth0Id),
        otherLogins: email === null ? [] : await findOtherLogins(actor.user, email, { db }),
      };
      if (login.kind !== 'password')
        return {
          ...login,
          passwordChange: null,
          canChangePassword: false,
          secondFactor: { state: 'elsewhere', canTurnOn: false },
        };
      const answer = await providerStates.read(auth0Id, log);
      return {
        ...login,
        passwordChange: await passwordChangeOf(answer, context),
        // It needs the address that the provider has for the user.
        canChangePassword: answer !== 'unknown',
        secondFactor: await secondFactorOf(answer, context),
      };
    },

    requestPasswordChange: {
      async execute(_input, context) {
        const { services, refundFailure, requireRights } = context;
        const auth0Id = passwordIdentityOf(context);
        const { email, connection } = await readIdentity(auth0Id, 'requestPasswordChange', context).catch(
          async (error: unknown) => {
            if (!(error instanceof ApiError) || error.status >= 500) await refundFailure();
            throw error;
          },
        );
        if (connection === null)
          throw apiError('IdentityProviderMisconfigured', {
            cause: new AppError('the identity provider does not name the connection of a user with a password'),
          });
        await requireRights();
        // Not refunded: without a response, the provider may have sent the email.
        await services.identityProvider.sendPasswordChangeEmail({ email, connection });
        providerStates.forget(auth0Id);
        return { email };
      },
    },

    startSecondFactor: {
      async execute(_input, context) {
        const { actor, services, inTransaction } = context;
        const auth0Id = passwordIdentityOf(context);
        const ticket = services.identityProvider.createEnrollmentTicket(auth0Id);
        const url = await endSessionsIfDeleted(ticket, 'startSecondFactor', context);
        await inTransaction({}, ({ db }) => enqueueAccountEmail('secondFactorStarted', actor.user.id, {}, db));
        providerStates.forget(auth0Id);
        return { url };
      },
      replay: {
        store: () => ({}),
        // Anyone with the URL can set up a factor. So it is not stored, and a retry creates no other.
        respond() {
          throw apiError('SecretNoLongerAvailable', {
            message: 'The page to set up a second factor was created, but did not arrive. Start again.',
          });
        },
      },
    },
  };
}

/** The identity of a user with a password. */
function passwordIdentityOf({ actor: { user } }: ActorContext): string {
  if (user.auth0Id === null || loginKindOf(user.auth0Id) !== 'password') throw apiError('LoginManagedElsewhere');
  return user.auth0Id;
}

async function passwordChangeOf(
  answer: ProviderAnswer,
  { actor, db, services }: ActorContext,
): Promise<LoginSecurity['passwordChange']> {
  if (typeof answer === 'string' || answer.passwordChangedAt === null) return null;
  const { passwordChangedAt: before } = answer;
  const current = { userId: actor.user.id, sessionId: sessionOf(actor).id, before };
  const [row] = await db.$queryRaw<{ hasEarlierSessions: boolean }[]>(
    hasEarlierSessions(current, allSessionLimits(services.settings)),
  );
  return { changedAt: before.toISOString(), hasEarlierSessions: row?.hasEarlierSessions ?? false };
}

/** A factor that no login had may be one that the provider does not ask for: it protects nothing. */
async function secondFactorOf(
  answer: ProviderAnswer,
  { actor, db }: ActorContext,
): Promise<LoginSecurity['secondFactor']> {
  const [last] = await db.$queryRaw<{ withSecondFactor: boolean | null }[]>(secondFactorOfLastLogin(actor.user.id));
  if (last?.withSecondFactor) return { state: 'on', canTurnOn: false };
  if (typeof answer === 'string') return { state: answer, canTurnOn: false };
  if (answer.hasSecondFactor) return { state: 'set-up', canTurnOn: false };
  return { state: 'off', canTurnOn: answer.canTurnOn };
}
