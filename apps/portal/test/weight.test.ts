import { execFileSync } from 'node:child_process';

test('the login and the workspaces page load no more JavaScript than they may', () => {
  const weigh = () =>
    execFileSync(process.execPath, ['build/check-weight.mjs'], {
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'production' },
    });
  expect(weigh).not.toThrow();
}, 60_000);
