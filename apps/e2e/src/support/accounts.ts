import { expect, type BrowserContext } from '@playwright/test';
import {
  firstStepsCalls,
  invitationCalls,
  legalCalls,
  memberCalls,
  userCalls,
  workspaceCalls,
  type NewWorkspace,
  type User,
} from '@portal/contract';
import { urls } from './urls.ts';
import { callApi, fetchUser } from './call-api.ts';
import { invitationTokens, linkFromEmail } from './inbox.ts';
import { enterLogin, newEmail, password } from './user-flows.ts';

/** The headers of a navigation from the portal. Playwright's own requests have no fetch metadata. */
export const portalHeaders = { referer: `${urls.portal}/` };

/** Signs a new user up by HTTP requests, without opening a page. The context receives the cookies. */
export async function createSignedUpUser(context: BrowserContext, email = newEmail('ada')): Promise<User> {
  const form = await context.request.get(`${urls.authApi}/auth/login?signup=1`, { headers: portalHeaders });
  await context.request.post(form.url(), { form: { email, password } });
  return fetchUser(context);
}

export async function createVerifiedUser(context: BrowserContext, email?: string): Promise<User> {
  const user = await createSignedUpUser(context, email);
  await context.request.get(await linkFromEmail(user.email, /verify/i));
  return (await callApi(context, userCalls.refreshAuth0Profile, { params: { userId: user.id } })).user;
}

export const createUserWithTerms = async (context: BrowserContext, email?: string): Promise<User> =>
  acceptTerms(context, await createVerifiedUser(context, email));

async function acceptTerms(context: BrowserContext, user: User): Promise<User> {
  const { versionId } = await callApi(context, legalCalls.getLegalDocuments, { params: { tosVersionId: 'current' } });
  await callApi(context, legalCalls.agreeToTos, { body: { tosVersionId: versionId } });
  return user;
}

export interface ProfileOverrides {
  readonly email?: string;
  readonly nickname?: string;
  readonly firstName?: string;
  readonly lastName?: string;
}

/** Creates a user with a completed profile, who can use the whole portal and has closed the first steps. */
export const createMember = async (
  context: BrowserContext,
  { email, ...names }: ProfileOverrides = {},
): Promise<User> => completeProfile(context, await createUserWithTerms(context, email), names);

async function completeProfile(context: BrowserContext, { id }: User, names: ProfileOverrides): Promise<User> {
  const params = { userId: id };
  const profile = { nickname: 'Ada', firstName: 'Ada', lastName: 'O’Brien', ...names };
  await callApi(context, userCalls.updateProfile, { params, body: profile });
  await callApi(context, userCalls.completeProfile, { params });
  return (await callApi(context, firstStepsCalls.closeFirstSteps, { params })).user;
}

/** Creates a staff user with a completed profile. The company's identity connection makes them staff. */
export async function createStaffMember(
  context: BrowserContext,
  { email = newEmail('stacy', 'systeminit.com'), ...names }: ProfileOverrides = {},
): Promise<User> {
  const added = await context.request.post(`${urls.auth0}/_test/staff-accounts`, {
    data: { email, password },
  });
  if (!added.ok()) throw new Error(`The company directory responded with ${added.status()}`);
  const user = await acceptTerms(context, await logInExistingUser(context, email));
  return completeProfile(context, user, { nickname: 'Stacy', ...names });
}

/** Logs in by HTTP requests, without opening a page. The context receives the cookies. */
export async function logInExistingUser(context: BrowserContext, email: string): Promise<User> {
  const form = await context.request.get(`${urls.authApi}/auth/login`, { headers: portalHeaders });
  await context.request.post(form.url(), { form: { email, password } });
  return fetchUser(context);
}

/** Creates a workspace and returns its id. */
export async function createWorkspace(context: BrowserContext, workspace: Partial<NewWorkspace> = {}): Promise<string> {
  const body = { displayName: 'Staging', instanceEnvType: 'LOCAL', ...workspace };
  return (await callApi(context, workspaceCalls.createWorkspace, { body })).newWorkspaceId;
}

/** Logs in again with the password. The login of `createMember` is from before the verification of the email. */
export async function logInAgain(context: BrowserContext, email: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${urls.authApi}/auth/login?fresh=1`);
  await enterLogin(page, email);
  await page.waitForURL(`${urls.portal}/**`);
  await page.close();
}

/** Accepts all invitations of a user, after opening the links in the emails. */
export async function acceptInvitations(context: BrowserContext, email: string): Promise<void> {
  await openInvitations(context, email);
  for (const invitation of await callApi(context, invitationCalls.listMyInvitations)) {
    if ('missingProof' in invitation) throw new Error(`An invitation of ${email} is hidden`);
    const { id: invitationId, role } = invitation;
    await callApi(context, invitationCalls.acceptInvitation, { params: { invitationId }, body: { role } });
  }
}

/** Opens the links of all invitations of a user, as soon as the emails have arrived. */
async function openInvitations(context: BrowserContext, email: string): Promise<void> {
  const opened = new Set<string>();
  await expect(async () => {
    for (const token of await invitationTokens(email)) {
      if (!opened.has(token)) await callApi(context, invitationCalls.openInvitationLink, { body: { token } });
      opened.add(token);
    }
    const invitations = await callApi(context, invitationCalls.listMyInvitations);
    expect(invitations.filter((invitation) => 'missingProof' in invitation)).toEqual([]);
  }).toPass({ timeout: 15_000 });
}

/** Makes a user a member of another user's workspace. */
export async function addMember(
  owner: BrowserContext,
  workspaceId: string,
  member: BrowserContext,
  email: string,
): Promise<void> {
  await callApi(owner, memberCalls.inviteMember, { params: { workspaceId }, body: { email } });
  await acceptInvitations(member, email);
}

/** Makes the last login of a user older, by default by twenty minutes, in a session that has just started. */
export async function ageLogin(context: BrowserContext, { auth0Id }: User, minutes = 20): Promise<void> {
  const aged = await context.request.post(`${urls.auth0}/_test/logins`, {
    data: { account: auth0Id, minutes },
  });
  // One for each browser.
  if (((await aged.json()) as { moved: number }).moved === 0) throw new Error(`No login of ${auth0Id}`);
  await context.request.get(`${urls.authApi}/auth/login`, { headers: portalHeaders });
}
