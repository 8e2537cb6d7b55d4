import type { BrowserContext } from '@playwright/test';
import { authTokenCalls, billingCalls, memberCalls, workspaceCalls } from '@portal/contract';
import { createMember, createWorkspace, acceptInvitations } from '../support/accounts.ts';
import { callApi } from '../support/call-api.ts';
import { expireInvitations } from '../support/expire-invitations.ts';

/** Creates Ada with a few workspaces, one shared by Grace, invitations, members, tokens and billing details. */
export async function seedAdaAndGrace(ada: BrowserContext, grace: BrowserContext): Promise<void> {
  const { id: userId } = await createMember(ada, { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' });
  await createMember(grace, { email: 'grace@example.com', nickname: 'Grace', firstName: 'Grace', lastName: 'Hopper' });
  const staging = await createWorkspace(ada, {
    displayName: 'Staging',
    description: 'Where changes are tried before they go out',
    instanceEnvType: 'SI',
  });
  await createWorkspace(ada, { displayName: 'My laptop' });
  await createWorkspace(ada, {
    displayName: 'Rechenzentrum Nürnberg',
    instanceEnvType: 'PRIVATE',
    instanceUrl: 'https://si.example.com',
  });
  const shared = await createWorkspace(grace, { displayName: 'Compilers', instanceEnvType: 'SI' });
  await callApi(grace, memberCalls.inviteMember, {
    params: { workspaceId: shared },
    body: { email: 'ada@example.com' },
  });
  await acceptInvitations(ada, 'ada@example.com');
  const params = { workspaceId: staging };
  await callApi(ada, workspaceCalls.setFavourite, { params, body: { isFavourite: true } });
  await callApi(ada, memberCalls.inviteMember, { params, body: { email: 'grace@example.com', role: 'approver' } });
  await acceptInvitations(grace, 'grace@example.com');
  for (const email of ['mary@example.com', 'charles@example.com']) {
    await callApi(ada, memberCalls.inviteMember, { params, body: { email } });
  }
  await expireInvitations('charles@example.com');
  const waiting = await createWorkspace(grace, { displayName: 'Flow-Matic', instanceEnvType: 'SI' });
  await callApi(grace, memberCalls.inviteMember, {
    params: { workspaceId: waiting },
    body: { email: 'ada@example.com', role: 'approver' },
  });
  for (const [name, expiration] of [
    ['Deploy', '1y'],
    ['Nightly backup', '30d'],
    ['Old laptop', '48h'],
  ] as const) {
    const { authToken } = await callApi(ada, authTokenCalls.createAuthToken, { params, body: { name, expiration } });
    if (name !== 'Old laptop') continue;
    await callApi(ada, authTokenCalls.revokeAuthToken, { params: { ...params, tokenId: authToken.id } });
  }
  await callApi(ada, billingCalls.updateBillingDetails, {
    params: { userId },
    body: {
      firstName: 'Ada',
      lastName: 'Lovelace',
      companyInformation: { legalName: 'Analytical Engines Ltd' },
      billingInformation: { addressLine1: '12 St James’s Square', zipCode: 'SW1Y 4JH', city: 'London', country: 'GB' },
    },
  });
}
