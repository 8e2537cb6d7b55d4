import { userSessionCalls, workspaceCalls, type UserSession } from '@portal/contract';
import { aSession, aUser, aWorkspace } from '@portal/contract/fixtures';
import { screen, waitFor, within } from '@testing-library/react';
import { ulid } from 'ulid';
import { errorResponse, mockCall, server } from '../../support/api-server.ts';
import { skipDoubleClickGuard } from '../../support/double-click.ts';
import { findA11yViolations } from '../../support/find-a11y-violations.ts';
import { visit } from '../../support/render-portal.tsx';

const current = aSession({ isCurrent: true });
const tokensToReview = { tokens: [], total: 0 };

const mockList = (...sessions: UserSession[]) =>
  mockCall(userSessionCalls.listSessions, { sessions, next: null, tokensToReview });

async function open(...sessions: UserSession[]) {
  server.use(mockList(...sessions));
  const portal = await visit('/security', aUser());
  const list = await screen.findByRole('list', { name: 'Sessions' });
  return { ...portal, items: () => within(list).getAllByRole('listitem') };
}

describe('a terminal login', () => {
  const staging = aWorkspace({ displayName: 'Staging' });
  const terminal: NonNullable<UserSession['terminal']> = {
    host: 'build-7',
    scopes: ['workspace:read', 'members:write', 'platform:run'],
    workspaceIds: null,
    expiresAt: '2026-03-01T00:00:00.000Z',
  };
  const aTerminal = (overrides: Partial<typeof terminal> = {}) =>
    aSession({ browser: 'Portal CLI', system: null, terminal: { ...terminal, ...overrides } });

  test('is marked as one, and shows the client, the machine, what it can do, where and until when', async () => {
    const { items } = await open(current, aTerminal());
    const [browser, row] = items();
    expect(browser).not.toHaveTextContent('Terminal');
    expect(row).toHaveTextContent(/^Portal CLI on build-7Terminal/);
    expect(row).toHaveTextContent(
      'Can read the workspace; invite and remove members, and change roles as the owner; platform:run on the platform',
    );
    expect(row).toHaveTextContent('Workspaces: all, also those that you join later');
    expect(row).toHaveTextContent('Ends on March 1, 2026 at the latest');
    expect(await findA11yViolations()).toEqual([]);
  });

  test('without scopes and machine says that it can only read the account', async () => {
    const { items } = await open(current, aTerminal({ host: null, scopes: [] }));
    expect(items()[1]).toHaveTextContent(/^Portal CLITerminal/);
    expect(items()[1]).toHaveTextContent('Can only read your profile and the list of your workspaces');
  });

  test('shows the names of its workspaces, and how many the user has left', async () => {
    server.use(mockCall(workspaceCalls.listWorkspaces, [staging, aWorkspace({ displayName: 'Production' })]));
    const { items } = await open(current, aTerminal({ workspaceIds: [staging.id, ulid()] }));
    await waitFor(() => expect(items()[1]).toHaveTextContent('Workspaces: Staging, 1 that you left'));
  });

  test('shows the number of its workspaces if their names could not be loaded', async () => {
    server.use(mockCall(workspaceCalls.listWorkspaces, errorResponse('DatabaseUnavailable')));
    const { items } = await open(current, aTerminal({ workspaceIds: [ulid(), ulid()] }));
    expect(items()[1]).toHaveTextContent('Workspaces: 2');
  });

  test('is ended like a browser session', async () => {
    const row = aTerminal();
    const { ui, items } = await open(current, row);
    let endedId: unknown;
    server.use(
      mockCall(userSessionCalls.endSession, ({ params }) => {
        endedId = params['sessionId'];
        return { ended: { sessions: 1, instanceTokens: 0 }, tokensToReview };
      }),
      mockList(current),
    );
    const button = await screen.findByRole('button', { name: 'End session in Portal CLI on build-7' });
    await ui.click(button);
    skipDoubleClickGuard();
    await ui.click(button);
    await waitFor(() => expect(items()).toHaveLength(1));
    expect(endedId).toBe(row.id);
  });
});
