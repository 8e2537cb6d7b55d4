import type { BrowserContext } from '@playwright/test';
import { authTokenCalls, billingDetailsCalls, memberCalls, workspaceCalls } from '@portal/contract';
import { aMember, aWorkspace, logInAgain } from '../support/accounts.ts';
import { ask } from '../support/ask.ts';

/** Ada with a few workspaces of her own and one of Grace's, members, tokens and billing details. */
export async function adaAtWork(ada: BrowserContext, grace: BrowserContext): Promise<void> {
  const { id: userId } = await aMember(ada, { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' });
  await aMember(grace, { email: 'grace@example.com', nickname: 'Grace', firstName: 'Grace', lastName: 'Hopper' });
  const staging = await aWorkspace(ada, {
    displayName: 'Staging',
    description: 'Where changes are tried before they go out',
    instanceEnvType: 'SI',
  });
  await aWorkspace(ada, { displayName: 'My laptop' });
  await aWorkspace(ada, {
    displayName: 'Rechenzentrum Nürnberg',
    instanceEnvType: 'PRIVATE',
    instanceUrl: 'https://si.example.com',
  });
  const shared = await aWorkspace(grace, { displayName: 'Compilers', instanceEnvType: 'SI' });
  await ask(grace, memberCalls.inviteMember, { params: { workspaceId: shared }, body: { email: 'ada@example.com' } });
  await logInAgain(ada, 'ada@example.com');
  const params = { workspaceId: staging };
  await ask(ada, workspaceCalls.setFavourite, { params, body: { isFavourite: true } });
  await ask(ada, memberCalls.inviteMember, { params, body: { email: 'grace@example.com', role: 'approver' } });
  await logInAgain(grace, 'grace@example.com');
  await ask(ada, memberCalls.inviteMember, { params, body: { email: 'mary@example.com' } });
  for (const [name, expiration] of [
    ['Deploy', '1y'],
    ['Nightly backup', '30d'],
    ['Old laptop', '48h'],
  ] as const) {
    const { authToken } = await ask(ada, authTokenCalls.createAuthToken, { params, body: { name, expiration } });
    if (name !== 'Old laptop') continue;
    await ask(ada, authTokenCalls.revokeAuthToken, { params: { ...params, tokenId: authToken.id } });
  }
  await ask(ada, billingDetailsCalls.updateBillingDetails, {
    params: { userId },
    body: {
      firstName: 'Ada',
      lastName: 'Lovelace',
      companyInformation: { legalName: 'Analytical Engines Ltd' },
      billingInformation: { addressLine1: '12 St James’s Square', zipCode: 'SW1Y 4JH', city: 'London', country: 'GB' },
    },
  });
}
