import { render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { networkError, userNotLoadedError } from '../../src/api/http/request-error.ts';
import { createStore } from '../../src/app/store.ts';
import { ErrorAlert } from '../../src/components/error-alert.tsx';
import { SettingsProvider } from '../../src/lib/settings-context.ts';
import { apiUrl } from '../support/api-server.ts';
import { settings } from '../support/render-portal.tsx';

const show = (error: typeof userNotLoadedError) =>
  render(<ErrorAlert error={error} />, {
    wrapper: ({ children }) => (
      <SettingsProvider value={{ ...settings, statusUrl: 'https://status.example.com/' }}>
        <Provider store={createStore({ authApiUrl: apiUrl })}>{children}</Provider>
      </SettingsProvider>
    ),
  });

test('the error of a sent request shows the request ID', () => {
  show(networkError('01ARZ3NDEKTSV4RRFFQ69G5FAV'));
  expect(screen.getByText('Network Error')).toBeVisible();
  expect(screen.getByText('01ARZ3NDEKTSV4RRFFQ69G5FAV')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Status' })).toHaveAttribute('href', 'https://status.example.com/');
});

test('the error of a request that was not sent shows no request ID', () => {
  show(userNotLoadedError);
  expect(screen.getByText('User not loaded')).toBeVisible();
  expect(screen.queryByText(/Request ID/)).toBeNull();
});
