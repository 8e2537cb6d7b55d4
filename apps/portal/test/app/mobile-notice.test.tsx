import { act, screen } from '@testing-library/react';

test('[1.4] [9.28] a phone or tablet shows that the product requires a desktop computer', async () => {
  Object.defineProperty(navigator, 'userAgent', {
    value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1',
    configurable: true,
  });
  document.body.innerHTML = '<div id="root"></div>';
  await act(() => import('../../src/main.tsx'));
  expect(await screen.findByText('This product can only be used on a desktop computer.')).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
});
