import { AccountDeletion } from '@portal/contract';
import { closeAccount } from '../../src/features/accounts/deletion/close-account.ts';
import { createDeletion } from '../../src/request/account/deletions.ts';
import { eraseAccount } from '../../src/features/accounts/deletion/deletion.tasks.ts';
import type { User } from '../../src/generated/prisma/client.ts';
import type { Services } from '../../src/request/call/services.ts';
import { makeUser } from './builders.ts';
import { startApi, type Credentials, type TestApi } from './api.ts';
import { startFakeIdentityProvider, type FakeIdentityProvider } from './fake-identity-provider.ts';
import { startInbox, type Inbox } from './inbox.ts';
import { startStripeEmulator, type StripeEmulator } from './stripe.ts';

/** The API with everything that the deletion of an account touches. */
export interface DeletionStack {
  readonly api: TestApi;
  readonly stripe: StripeEmulator;
  readonly provider: FakeIdentityProvider;
  readonly mail: Inbox;
  close(): Promise<void>;
}

export async function startDeletionStack(): Promise<DeletionStack> {
  const [stripe, provider, mail] = [await startStripeEmulator(), await startFakeIdentityProvider(), await startInbox()];
  const api = await startApi({
    STRIPE_API_URL: stripe.url,
    STRIPE_TIMEOUT_MS: '20000',
    AUTH0_URL: provider.url,
    AUTH0_TIMEOUT_MS: '10000',
    SMTP_URL: mail.smtpUrl,
  });
  return {
    api,
    stripe,
    provider,
    mail,
    async close() {
      await api.close();
      await Promise.all([stripe.stop(), provider.close(), mail.close()]);
    },
  };
}

type ById = { readonly id: string };

export const deletionPath = ({ id }: ById) => `/users/${id}/deletion`;

export const requestDeletion = (api: TestApi, user: ById, credentials: Credentials) =>
  api.send('POST', deletionPath(user), credentials).send({});

export async function readDeletion(api: TestApi, user: ById, credentials: Credentials): Promise<AccountDeletion> {
  return AccountDeletion.parse((await api.send('GET', deletionPath(user), credentials)).body);
}

/** Creates a user who has requested the deletion of the account. */
export async function makeUserWithDeletion(
  api: TestApi,
  overrides: Parameters<typeof makeUser>[1] = {},
): Promise<User> {
  const user = await makeUser(api, overrides);
  await createDeletion(user.id, 14, api.db);
  return user;
}

/** Makes the deletion of an account due. */
export const makeDue = async ({ db }: TestApi, { id }: ById) => {
  await db.$executeRaw`
    UPDATE account_deletions SET requested_at = requested_at - interval '15 days', due_at = now() - interval '1 second'
    WHERE user_id = ${id} AND started_at IS NULL`;
};

/** Moves the deletion of the identity back, so that the rest follows now. */
export const settle = async ({ db }: TestApi, { id }: ById) => {
  await db.$executeRaw`
    UPDATE account_deletions SET identity_deleted_at = identity_deleted_at - interval '2 minutes' WHERE user_id = ${id}`;
};

/** One run of the job, as a retry after a failure or a crash makes it. */
export const runJob = ({ services }: TestApi, { id: userId }: ById, changes: Partial<Services> = {}) =>
  eraseAccount({ userId }, { ...services, ...changes });

/** Closes an account for its deletion, without the steps after that. */
export async function closeForDeletion(api: TestApi, user: ById): Promise<void> {
  await createDeletion(user.id, 14, api.db);
  await makeDue(api, user);
  await closeAccount(user.id, api.services);
}

/** Deletes an account whose deletion was requested. */
export async function erase(api: TestApi, user: ById): Promise<void> {
  await makeDue(api, user);
  await runJob(api, user);
  await settle(api, user);
  await runJob(api, user);
}
