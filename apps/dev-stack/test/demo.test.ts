import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import path from 'node:path';
import {
  auditCalls,
  authTokenCalls,
  billingCalls,
  billingOverviewCalls,
  memberCalls,
  serviceAccountCalls,
  workspaceCalls,
} from '@portal/contract';
import { workspaces } from '../src/demo/customer.ts';
import { Session } from '../src/demo/session.ts';
import { readStackSettings } from '../src/stack/settings.ts';
import { killStack, startStack, stopStacks, waitUntil, type RunningStack } from './running-stack.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

afterAll(stopStacks);

const ready = (stack: RunningStack) => waitUntil(() => stack.output().includes('Ready: '));

/** What the owner sees. */
async function read({ offset }: RunningStack) {
  const settings = readStackSettings({ PORT_OFFSET: String(offset) }, { root });
  const maya = await Session.open('maya', settings, new AbortController().signal);
  const user = { params: { userId: (await maya.user()).id } };
  const list = await maya.call(workspaceCalls.listWorkspaces);
  const paramsOf = (name: string) => ({
    workspaceId: list.find(({ displayName }) => displayName === name)?.id ?? '',
  });
  const [params, staging] = [paramsOf('Production'), { params: paramsOf('Staging') }];
  const { serviceAccounts } = await maya.call(serviceAccountCalls.listServiceAccounts, staging);
  const { entries } = await maya.call(auditCalls.listWorkspaceAuditEntries, staging);
  return {
    list,
    serviceAccounts,
    changes: entries.filter(({ action }) => action === 'updateWorkspace'),
    members: await maya.call(memberCalls.listMembers, { params }),
    tokens: (await maya.call(authTokenCalls.listAuthTokens, { params })).authTokens,
    activity: (await maya.call(auditCalls.listWorkspaceAuditEntries, { params })).entries,
    subscription: (await maya.call(billingCalls.getActiveSubscription, user)).activeSubscription,
    billing: (await maya.call(billingOverviewCalls.getBillingOverview, user)).billingOverview,
  };
}

describe('the demo', () => {
  it('has a whole customer, also if it was killed while it was created, and stays the same at the next start', async () => {
    const killed = await startStack({ demo: true });
    const steps = path.join(killed.dataDir, 'demo/steps.jsonl');
    await waitUntil(() => existsSync(steps) && readFileSync(steps, 'utf8').includes('joins Staging'));
    await killStack(killed);

    const continued = await startStack({ previous: killed, demo: true });
    await ready(continued);
    expect(continued.output()).toContain('maya@fernhill.example (owner)');
    const customer = await read(continued);
    const { list, members, tokens, activity, serviceAccounts, changes, subscription, billing } = customer;
    expect(list.map(({ displayName }) => displayName).sort()).toEqual(
      workspaces.map(({ displayName }) => displayName).sort(),
    );
    expect(list.filter(({ isHidden }) => isHidden)).toHaveLength(1);
    expect(list.filter(({ approvalsEnabled }) => approvalsEnabled)).toHaveLength(1);
    expect(members.map(({ role, pending }) => `${role}${pending ? ', invited' : ''}`).sort()).toEqual([
      ...['APPROVER', 'APPROVER', 'APPROVER', 'APPROVER, invited'],
      ...['EDITOR', 'EDITOR', 'EDITOR', 'EDITOR', 'EDITOR, invited', 'OWNER'],
    ]);
    expect(tokens.map(({ name }) => name)).toEqual([
      ...['Database move', 'Deploy from CI', 'Nightly backup', 'Status page', 'Old laptop'],
    ]);
    expect(tokens.filter(({ revokedAt }) => revokedAt !== null)).toHaveLength(1);
    expect(new Set(activity.map(({ actor }) => actor && 'userId' in actor && actor.userId)).size).toBeGreaterThan(5);
    expect(serviceAccounts).toMatchObject([{ name: 'Release pipeline', activeTokens: 1 }]);
    expect(changes).toMatchObject([{ actor: { name: 'Release pipeline' }, token: { name: 'GitHub Actions' } }]);
    expect(subscription.state).toBe('active');
    expect(billing.card?.last4).toBe('4242');
    expect(billing.invoices?.map(({ status, total }) => `${status} ${total}`)).toEqual(Array(3).fill('paid 4900'));

    continued.child.kill('SIGINT');
    await continued.exited;
    const again = await startStack({ previous: continued, demo: true });
    await ready(again);
    expect(await read(again)).toEqual(customer);
  });
});
