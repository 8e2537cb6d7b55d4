import { execFileSync } from 'node:child_process';

test('the login and the workspaces page stay within their JavaScript budget', () => {
  const checkSize = () =>
    execFileSync(process.execPath, ['build/check-bundle-size.mjs'], {
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'production' },
    });
  expect(checkSize).not.toThrow();
}, 60_000);
