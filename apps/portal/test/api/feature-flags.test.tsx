import { featureFlagCalls, type FeatureFlag, type User } from '@portal/contract';
import { render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { useFeatureFlag } from '../../src/api/feature-flags.api.ts';
import { sessionApi } from '../../src/api/session.api.ts';
import { createStore } from '../../src/app/store.ts';
import { mockCall, errorResponse, server } from '../support/api-server.ts';
import { pause } from '../support/pause.ts';
import { aUser } from '@portal/contract/fixtures';
import { settings } from '../support/render-portal.tsx';

function Flag({ name }: { name: FeatureFlag }) {
  return <p>{`${name}: ${String(useFeatureFlag(name))}`}</p>;
}

async function show(user: User) {
  const store = createStore(settings);
  await store.dispatch(sessionApi.util.upsertQueryData('whoami', undefined, { user }));
  render(
    <Provider store={store}>
      <Flag name="auth_portal_admin_page" />
      <Flag name="approvals-opt-in-out" />
    </Provider>,
  );
}

const flags = { auth_portal_admin_page: true, 'approvals-opt-in-out': false };

test('[3.14] flags are unknown until one request for all components loads them', async () => {
  let requestCount = 0;
  const respond = () => {
    requestCount += 1;
    return flags;
  };
  server.use(mockCall(featureFlagCalls.listFeatureFlags, respond));
  await show(aUser());
  expect(screen.getByText('auth_portal_admin_page: undefined')).toBeVisible();
  expect(await screen.findByText('auth_portal_admin_page: true')).toBeVisible();
  expect(screen.getByText('approvals-opt-in-out: false')).toBeVisible();
  expect(requestCount).toBe(1);
});

test('a flag that could not be loaded is off', async () => {
  server.use(mockCall(featureFlagCalls.listFeatureFlags, errorResponse('DatabaseUnavailable')));
  await show(aUser());
  expect(await screen.findByText('auth_portal_admin_page: false')).toBeVisible();
});

test.each([
  ['has not verified their email', { emailVerified: false }],
  ['has not accepted the terms', { needsTosUpdate: true }],
  ['is suspended', { suspendedAt: '2026-01-01T00:00:00.000Z' }],
  ['is quarantined', { quarantinedAt: '2026-01-01T00:00:00.000Z' }],
])('flags are off, without a request, for a user who %s', async (_state, given) => {
  let requestCount = 0;
  const respond = () => {
    requestCount += 1;
    return flags;
  };
  server.use(mockCall(featureFlagCalls.listFeatureFlags, respond));
  await show(aUser(given));
  await pause(1200);
  expect(screen.getByText('auth_portal_admin_page: false')).toBeVisible();
  expect(requestCount).toBe(0);
});
