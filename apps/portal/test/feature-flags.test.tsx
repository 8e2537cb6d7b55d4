import { featureFlagCalls, type FeatureFlag, type User } from '@portal/contract';
import { render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { useFeatureFlag } from '../src/api/feature-flags.api.ts';
import { sessionApi } from '../src/api/session.api.ts';
import { createStore } from '../src/app/store.ts';
import { on, refusal, server } from './support/api-server.ts';
import { pause } from './support/pause.ts';
import { aUser } from './support/people-and-things.ts';
import { settings } from './support/render-portal.tsx';

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

test('[3.14] flags are unknown until the API told them, once for all that ask', async () => {
  let asked = 0;
  const answer = () => {
    asked += 1;
    return flags;
  };
  server.use(on(featureFlagCalls.listFeatureFlags, answer));
  await show(aUser());
  expect(screen.getByText('auth_portal_admin_page: undefined')).toBeVisible();
  expect(await screen.findByText('auth_portal_admin_page: true')).toBeVisible();
  expect(screen.getByText('approvals-opt-in-out: false')).toBeVisible();
  expect(asked).toBe(1);
});

test('a flag that could not be learnt is off', async () => {
  server.use(on(featureFlagCalls.listFeatureFlags, refusal('DatabaseUnavailable')));
  await show(aUser());
  expect(await screen.findByText('auth_portal_admin_page: false')).toBeVisible();
});

test.each([
  ['has not verified the e-mail address', { emailVerified: false }],
  ['has not accepted the terms', { needsTosUpdate: true }],
  ['is suspended', { suspendedAt: '2026-01-01T00:00:00.000Z' }],
  ['is quarantined', { quarantinedAt: '2026-01-01T00:00:00.000Z' }],
])('flags are off, unasked, for somebody who %s', async (_state, given) => {
  let asked = 0;
  const answer = () => {
    asked += 1;
    return flags;
  };
  server.use(on(featureFlagCalls.listFeatureFlags, answer));
  await show(aUser(given));
  await pause(1200);
  expect(screen.getByText('auth_portal_admin_page: false')).toBeVisible();
  expect(asked).toBe(0);
});
