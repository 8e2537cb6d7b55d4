import { portalSettings } from '@portal/contract/fixtures';
import { http, HttpResponse } from 'msw';
import { server } from '../support/api-server.ts';
import { act, screen } from '@testing-library/react';

test('[1.4] [9.28] a phone or tablet shows that the product requires a desktop computer', async () => {
  Object.defineProperty(navigator, 'userAgent', {
    value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1',
    configurable: true,
  });
  server.use(
    http.get('*/config.json', () =>
      HttpResponse.json(portalSettings({ authApiUrl: 'http://api.test', supportEmail: 'help@example.com' })),
    ),
  );
  window.history.replaceState(null, '', '/workspaces');
  document.body.innerHTML = '<div id="root"></div>';
  await act(() => import('../../src/main.tsx'));
  expect(await screen.findByText('This product can only be used on a desktop computer.')).toBeVisible();
  expect(screen.getByText(/you can read and accept invitations/)).toBeVisible();
  // Below it: what works on a phone.
  expect(screen.getByRole('button', { name: 'Copy the link' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Email it to me' })).toHaveAttribute(
    'href',
    `mailto:?body=${encodeURIComponent(window.location.href)}`,
  );
  expect(screen.getByRole('link', { name: 'Terms of service' })).toHaveAttribute(
    'href',
    '/print-legal/current/terms-of-service',
  );
  expect(screen.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', 'mailto:help@example.com');
});
