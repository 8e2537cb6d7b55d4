import type { BrowserContext } from '@playwright/test';
import { legalCalls, sessionCalls, userCalls, workspaceCalls, type NewWorkspace, type User } from '@portal/contract';
import { addresses } from './addresses.ts';
import { ask } from './ask.ts';
import { linkFromMail } from './inbox.ts';
import { enterLogin, newEmail, password } from './people.ts';

/** What a browser sends that comes from the portal; Playwright's own requests have no fetch metadata. */
export const fromPortal = { referer: `${addresses.portal}/` };

/** Somebody who has signed up at the provider and come back, without a page being opened: their browser has the cookies. */
export async function signedUp(context: BrowserContext, email = newEmail('ada')): Promise<User> {
  const form = await context.request.get(`${addresses.authApi}/auth/login?signup=1`, { headers: fromPortal });
  await context.request.post(form.url(), { form: { email, password } });
  return (await ask(context, sessionCalls.whoami)).user;
}

/** The same with a verified address. */
export async function verified(context: BrowserContext, email?: string): Promise<User> {
  const user = await signedUp(context, email);
  await context.request.get(await linkFromMail(user.email, /verify/i));
  return (await ask(context, userCalls.refreshAuth0Profile, { params: { userId: user.id } })).user;
}

/** The same with the terms accepted. */
export const agreed = async (context: BrowserContext, email?: string): Promise<User> =>
  acceptTerms(context, await verified(context, email));

async function acceptTerms(context: BrowserContext, user: User): Promise<User> {
  const { versionId } = await ask(context, legalCalls.getLegalDocuments, { params: { tosVersionId: 'current' } });
  await ask(context, legalCalls.agreeToTos, { body: { tosVersionId: versionId } });
  return user;
}

export interface Named {
  readonly email?: string;
  readonly nickname?: string;
  readonly firstName?: string;
  readonly lastName?: string;
}

/** The same with a profile: somebody to whom the whole portal is open. */
export const aMember = async (context: BrowserContext, { email, ...names }: Named = {}): Promise<User> =>
  completeProfile(context, await agreed(context, email), names);

async function completeProfile(context: BrowserContext, { id }: User, names: Named): Promise<User> {
  const params = { userId: id };
  const profile = { nickname: 'Ada', firstName: 'Ada', lastName: 'O’Brien', ...names };
  await ask(context, userCalls.updateProfile, { params, body: profile });
  return (await ask(context, userCalls.completeProfile, { params })).user;
}

/** Somebody in the company's directory, by whose connection they are staff: to whom the whole portal is open. */
export async function aStaffMember(
  context: BrowserContext,
  { email = newEmail('stacy', 'systeminit.com'), ...names }: Named = {},
): Promise<User> {
  const added = await context.request.post(`${addresses.identityProvider}/_test/company-accounts`, {
    data: { email, password },
  });
  if (!added.ok()) throw new Error(`The directory answered ${added.status()}`);
  const form = await context.request.get(`${addresses.authApi}/auth/login`, { headers: fromPortal });
  await context.request.post(form.url(), { form: { email, password } });
  const user = await acceptTerms(context, (await ask(context, sessionCalls.whoami)).user);
  return completeProfile(context, user, { nickname: 'Stacy', ...names });
}

/** Adds a workspace and answers its id. */
export async function aWorkspace(context: BrowserContext, workspace: Partial<NewWorkspace> = {}): Promise<string> {
  const body = { displayName: 'Staging', instanceEnvType: 'LOCAL', ...workspace };
  return (await ask(context, workspaceCalls.createWorkspace, { body })).newWorkspaceId;
}

/** Logs in once more, which is how an account takes over what it was invited to. */
export async function logInAgain(context: BrowserContext, email: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${addresses.authApi}/auth/login`);
  if (new URL(page.url()).origin !== addresses.portal) await enterLogin(page, email);
  await page.waitForURL(`${addresses.portal}/**`);
  await page.close();
}
