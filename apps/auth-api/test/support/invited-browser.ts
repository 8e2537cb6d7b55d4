import { parseSetCookie } from 'cookie';
import { ulid } from 'ulid';
import { createInvitationLink } from '../../src/features/workspaces/invitations/invitation-links.ts';
import type { Invitation, Prisma } from '../../src/generated/prisma/client.ts';
import type { TestApi } from './api.ts';
import type { Browser } from './browser.ts';
import { makeInvitation, makeUser, makeWorkspace } from './builders.ts';
import type { LoginStack } from './login-stack.ts';

/** Of the portal, as the tests of logins have it. */
export const portal = 'http://localhost:9000';
export const password = 'Correct-horse-1';
export const newEmail = () => `${ulid().toLowerCase()}@example.com`;

/** A pending invitation of a sender and a workspace of its own, with the token of a link to it. */
export async function inviteByLink(
  api: TestApi,
  email: string,
  overrides: Partial<Prisma.InvitationUncheckedCreateInput> = {},
) {
  const owner = await makeUser(api, { nickname: 'Zoe' });
  const workspace = await makeWorkspace(api, owner, { displayName: 'Staging' });
  const invitation = await makeInvitation(api, workspace, { email, inviterId: owner.id, ...overrides });
  const url = await createInvitationLink(invitation.id, api.services, api.services.settings);
  return { owner, invitation, token: url.split('/').at(-1) ?? '' };
}

/** Accepts on the page of the link, in a browser that then has the cookie. */
export async function intendAcceptance(api: TestApi, token: string, browser: Browser, role = 'EDITOR') {
  const response = await api.send('POST', '/invitations/intent').send({ token, role });
  for (const header of response.headers['set-cookie'] ?? []) {
    const { name, value = '' } = parseSetCookie(header);
    browser.setCookie(name, value);
  }
  return response;
}

/** Sends a request with the cookies of a browser, as the portal does. */
export function sendFrom(api: TestApi, browser: Browser, path: string, body: object = {}) {
  const cookies = Object.entries(browser.cookiesOf('portal-'));
  return api.send('POST', path, { cookie: cookies.map(([name, value]) => `${name}=${value}`).join('; ') }).send(body);
}

export const acceptTermsFrom = (api: TestApi, browser: Browser) =>
  sendFrom(api, browser, '/tos-agreement', { tosVersionId: api.services.legal.currentVersionId });

/** Signs up with a password, so that the email is not verified yet. */
export async function signUpByPassword(stack: LoginStack, email: string, browser: Browser): Promise<void> {
  const form = await browser.follow(`${stack.url}/auth/login`, portal);
  const account = { email, password, name: 'New' };
  const { url } = await browser.follow(form.url.replace(/login$/, 'signup'), portal, account);
  expect(url).toBe(`${portal}/login-success`);
}

export const isMember = async (api: TestApi, email: string, { workspaceId }: Invitation): Promise<boolean> =>
  (await api.db.membership.count({ where: { workspaceId, user: { email } } })) > 0;
