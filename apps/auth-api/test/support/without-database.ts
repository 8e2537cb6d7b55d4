import { sharedWith, spawnApi } from './api-process.ts';
import type { TestApi } from './api.ts';
import { until } from './until.ts';

/** Everything that a process writes that never reaches its database, by this password. */
export async function writtenWithoutDatabase(inside: TestApi, password: string): Promise<string> {
  const wrong = { DATABASE_URL: `postgres://portal:${password}@127.0.0.1:1/portal`, LOG_LEVEL: 'trace' };
  const api = spawnApi({ ...sharedWith(inside), ...wrong });
  const isWaiting = () => Promise.resolve(api.lines.some((line) => line.includes('The API waits')));
  const waits = await until(isWaiting, Boolean);
  await api.stop('SIGKILL');
  expect(waits).toBe(true);
  return api.lines.join('\n');
}
