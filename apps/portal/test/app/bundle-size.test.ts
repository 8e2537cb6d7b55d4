import { execFileSync } from 'node:child_process';

test('the login and the workspaces page stay within their JavaScript budget', () => {
  const weigh = () =>
    execFileSync(process.execPath, ['build/check-bundle-size.mjs'], {
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'production' },
    });
  expect(weigh).not.toThrow();
}, 60_000);
