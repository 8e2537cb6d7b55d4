import path from 'node:path';
import {
  adminWorkspaceCalls,
  authTokenCalls,
  billingCalls,
  billingOverviewCalls,
  invitationCalls,
  memberCalls,
  serviceAccountCalls,
  sessionCalls,
  workspaceCalls,
} from '@portal/contract';
import * as z from 'zod';
import { Journal } from '../emulator/journal.ts';
import { localUrl, type StackSettings } from '../stack/settings.ts';
import { StartError } from '../stack/start-error.ts';
import {
  billing,
  memberships,
  openInvitations,
  users,
  quarantine,
  roleChanges,
  serviceAccounts,
  tokens,
  workspaces,
  type Membership,
  type DemoUser,
  type ServiceAccount,
  type Token,
  type Workspace,
} from './customer.ts';
import { Session, waitFor } from './session.ts';

/**
 * Creates the demo's customer, once per data folder. A finished step is in a journal and is not repeated. A step that was
 * interrupted is repeated, and the API replays what it has already done.
 */
export async function createDemo(settings: StackSettings, signal: AbortSignal): Promise<void> {
  const demo = new Demo(settings, signal);
  await demo.step('everything', () => demo.play());
}

class Demo {
  readonly #sessions = new Map<DemoUser, Promise<Session>>();
  readonly #workspaceIds: Journal<string>;
  readonly #finishedSteps: Journal<true>;
  readonly #settings: StackSettings;
  readonly #signal: AbortSignal;

  constructor(settings: StackSettings, signal: AbortSignal) {
    const folder = path.join(settings.dataDir, 'demo');
    this.#workspaceIds = new Journal(path.join(folder, 'workspaces.jsonl'), z.string());
    this.#finishedSteps = new Journal(path.join(folder, 'steps.jsonl'), z.literal(true));
    this.#settings = settings;
    this.#signal = signal;
  }

  async step(name: string, work: () => Promise<void>): Promise<void> {
    if (this.#finishedSteps.has(name)) return;
    await work();
    this.#finishedSteps.set(name, true);
  }

  async play(): Promise<void> {
    for (const name of Object.keys(users) as DemoUser[]) await this.#as(name);
    await this.#post(this.#settings.ports.posthog, '/api/flags', {
      'approvals-opt-in-out': { mode: 'users', users: ['@fernhill.example'] },
    });
    for (const workspace of workspaces) {
      if (this.#workspaceIds.has(workspace.displayName)) continue;
      this.#workspaceIds.set(workspace.displayName, await this.#addWorkspace(workspace));
    }
    for (const membership of memberships) {
      await this.step(`${membership.to} joins ${membership.workspace}`, () => this.#invite(membership));
    }
    for (const { workspace, by, ...body } of openInvitations) {
      await this.step(`invitation of ${body.email} to ${workspace}`, async () => {
        await (await this.#as(by)).call(memberCalls.inviteMember, { params: this.#paramsOf(workspace), body });
      });
    }
    for (const { workspace, by, to, role } of roleChanges) {
      await this.step(`role of ${to} in ${workspace}`, async () => {
        const { id: userId } = await (await this.#as(to)).user();
        const params = this.#paramsOf(workspace);
        await (await this.#as(by)).call(memberCalls.changeMemberRole, { params, body: { userId, role } });
      });
    }
    for (const token of tokens) await this.step(`token ${token.name}`, () => this.#addToken(token));
    for (const account of serviceAccounts)
      await this.step(`service account ${account.name}`, () => this.#addServiceAccount(account));
    await this.#pay();
    await this.step(`quarantine of ${quarantine.workspace}`, () => this.#quarantineAndRelease());
  }

  #as(name: DemoUser): Promise<Session> {
    const session = this.#sessions.get(name) ?? Session.open(name, this.#settings, this.#signal);
    this.#sessions.set(name, session);
    return session;
  }

  readonly #paramsOf = (workspace: string) => ({ workspaceId: this.#workspaceIds.get(workspace) ?? '' });

  /** Returns its id. The first workspace exists since its owner signed up. */
  async #addWorkspace({ owner, ...body }: Workspace): Promise<string> {
    const session = await this.#as(owner);
    if (body.displayName !== workspaces[0]?.displayName) {
      return (await session.call(workspaceCalls.createWorkspace, { body })).newWorkspaceId;
    }
    const workspaceId =
      (await session.call(workspaceCalls.listWorkspaces)).find(({ isDefault }) => isDefault)?.id ?? '';
    const { displayName, description, isFavourite, approvalsEnabled } = body;
    const params = { workspaceId };
    await session.call(workspaceCalls.updateWorkspace, { params, body: { displayName, description } });
    await session.call(workspaceCalls.setFavourite, { params, body: { isFavourite } });
    await session.call(workspaceCalls.setApprovals, { params, body: { approvalsEnabled } });
    return workspaceId;
  }

  /** Invites another user, who opens the link in the email and accepts. */
  async #invite({ workspace, by, to, role }: Membership): Promise<void> {
    const { email } = users[to];
    const [inviter, invitee] = [await this.#as(by), await this.#as(to)];
    const params = this.#paramsOf(workspace);
    const members = await inviter.call(memberCalls.inviteMember, { params, body: { email, role } });
    const invitationId = members.find((each) => each.email === email)?.userId ?? '';
    // A worker that was killed keeps the email for some minutes.
    const link =
      (await invitee.linkFromEmail(email, /You are invited/, { content: workspace })) ??
      (await inviter.call(invitationCalls.createInvitationLink, { params: { ...params, invitationId } })).url;
    const token = new URL(link).pathname.split('/').at(-1);
    const { invitation } = await invitee.call(invitationCalls.openInvitationLink, { body: { token } });
    // None if an interrupted step has accepted it.
    if (invitation) await invitee.call(invitationCalls.acceptInvitation, { params: { invitationId }, body: { role } });
  }

  /** Does not rely on a replay: the API does not return the secret of a token later. */
  async #addToken({ workspace, by, name, expiration, use }: Token): Promise<void> {
    const session = await this.#as(by);
    const params = this.#paramsOf(workspace);
    const { authTokens } = await session.call(authTokenCalls.listAuthTokens, { params });
    let tokenId = authTokens.find((each) => each.name === name)?.id;
    if (tokenId === undefined) {
      const body = { name, expiration };
      const { authToken, token } = await session.call(authTokenCalls.createAuthToken, { params, body });
      tokenId = authToken.id;
      const headers = { authorization: `Bearer ${token}` };
      if (use === 'used') {
        await fetch(this.#settings.authApiUrl + sessionCalls.whoami.path, { headers, signal: this.#signal });
      }
    }
    if (use === 'revoked') await session.call(authTokenCalls.revokeAuthToken, { params: { ...params, tokenId } });
  }

  /** Creates a service account and a token of it, with which it changes its workspace. */
  async #addServiceAccount({ workspace, by, token: newToken, change, ...body }: ServiceAccount): Promise<void> {
    const session = await this.#as(by);
    const params = this.#paramsOf(workspace);
    const { serviceAccounts: existing } = await session.call(serviceAccountCalls.listServiceAccounts, { params });
    const { id: serviceAccountId } =
      existing.find(({ name }) => name === body.name) ??
      (await session.call(serviceAccountCalls.createServiceAccount, { params, body })).serviceAccount;
    const { authTokens } = await session.call(authTokenCalls.listAuthTokens, { params });
    if (authTokens.some((each) => each.serviceAccountId === serviceAccountId)) return;
    const { token } = await session.call(authTokenCalls.createAuthToken, {
      params,
      body: { ...newToken, serviceAccountId },
    });
    const { method, path: callPath } = workspaceCalls.updateWorkspace;
    const response = await fetch(this.#settings.authApiUrl + callPath.replace(':workspaceId', params.workspaceId), {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(change),
      signal: this.#signal,
    });
    if (!response.ok) throw new StartError(`The demo failed: ${body.name} got ${await response.text()}`);
  }

  /** Saves a card at the checkout page, and lets the months of the paid invoices pass at Stripe. */
  async #pay(): Promise<void> {
    const session = await this.#as('maya');
    const params = { userId: (await session.user()).id };
    await this.step('card', async () => {
      await session.call(billingCalls.updateBillingDetails, { params, body: billing.details });
      await session.call(billingCalls.createBillingIntegration, { params });
      const checkout = await session.visit(billingCalls.goToCheckout.path.replace(':userId', params.userId));
      await session.browser.follow(
        await session.browser.post(checkout.url, billing.card),
        localUrl(this.#settings.ports.portal),
      );
    });
    for (let month = 1; month <= billing.paidMonths; month++) {
      await this.step(`month ${month}`, async () => {
        await this.#post(this.#settings.ports.stripe, '/_test/clock', { days: 31, email: users.maya.email });
        const isPaid = await waitFor(60, this.#signal, async () => {
          const { billingOverview } = await session.call(billingOverviewCalls.getBillingOverview, { params });
          const paid = billingOverview.invoices?.filter(({ status, total }) => status === 'paid' && total > 0) ?? [];
          return paid.length >= month || undefined;
        });
        if (!isPaid) throw new StartError(`The demo failed: invoice ${month} was not paid.`);
      });
    }
  }

  async #quarantineAndRelease(): Promise<void> {
    const staff = await this.#as('staff');
    const params = this.#paramsOf(quarantine.workspace);
    const { reason } = quarantine;
    await staff.call(adminWorkspaceCalls.quarantineWorkspace, { params, body: { isQuarantined: true, reason } });
    await staff.call(adminWorkspaceCalls.quarantineWorkspace, { params, body: { isQuarantined: false } });
  }

  /** Sends JSON to an emulator. */
  async #post(port: number, urlPath: string, body: object): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body), signal: this.#signal };
    const response = await fetch(localUrl(port) + urlPath, init);
    if (!response.ok) throw new StartError(`The demo failed: POST ${urlPath} returned ${await response.text()}`);
  }
}
