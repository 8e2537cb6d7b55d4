import {
  authTokenCalls,
  memberCalls,
  serviceAccountCalls,
  workspaceCalls,
  type AuthToken,
  type ServiceAccount,
  type Workspace,
} from '@portal/contract';
import { aMember, aToken, aUser, aWorkspace } from '@portal/contract/fixtures';
import { screen, within } from '@testing-library/react';
import { mockCall, server } from './api-server.ts';
import { visit } from './render-portal.tsx';
import { aTokenList } from './token-list.ts';

export const me = aUser();
export const ann = aMember({ email: 'ann@example.com', role: 'EDITOR' });

interface Opened {
  tokens?: readonly AuthToken[];
  accounts?: readonly ServiceAccount[];
  isPaused?: boolean;
  workspace?: Partial<Workspace>;
  list?: Parameters<typeof aTokenList>[1];
  /** Added to the address of the page. */
  hash?: string;
  /** The state of the link that led to the page. */
  state?: unknown;
}

/** Opens the page of the API tokens as the owner. Records the bodies of the requests that create a token. */
export async function openTokens({
  tokens = [],
  accounts = [],
  isPaused = false,
  workspace,
  list,
  hash = '',
  state,
}: Opened = {}) {
  const sent: unknown[] = [];
  const opened = aWorkspace({ displayName: 'Playground', ...workspace });
  server.use(
    mockCall(workspaceCalls.getWorkspace, opened),
    mockCall(memberCalls.listMembers, [ann, aMember({ userId: me.id, role: 'OWNER' })]),
    mockCall(authTokenCalls.listAuthTokens, aTokenList(tokens, list)),
    mockCall(serviceAccountCalls.listServiceAccounts, { serviceAccounts: [...accounts], isPaused }),
    mockCall(authTokenCalls.createAuthToken, ({ body }) => {
      sent.push(body);
      return { authToken: aToken({ userId: me.id }), token: 'a-secret' };
    }),
  );
  const portal = await visit({ pathname: `/workspace/${opened.id}/tokens`, hash, state }, me);
  // A link can open a dialog, which hides the page.
  const hidden = state !== undefined;
  await screen.findByRole('heading', { level: 1, name: 'Playground > API Tokens', hidden });
  await screen.findByRole('table', { name: 'Inactive Tokens', hidden });
  return { ...portal, sent, workspace: opened };
}

export const rowOfToken = (name: string) => {
  const row = screen.getByText(name, { selector: 'td *' }).closest('tr');
  if (!row) throw new Error(`No row of ${name}`);
  return within(row);
};
