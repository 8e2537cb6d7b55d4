import { programs, startListening, startReplica } from './api-process.ts';
import type { TestApi } from './api.ts';
import { until } from './until.ts';

/** What it says as it starts, as it is asked whether it is ready, and as it looks for jobs. */
const told = [
  'ready as soon as the database answers',
  '"failure":"DatabaseUnavailable"',
  'work on jobs was interrupted',
];

/** All that a process writes that never reaches its database, by this password. */
export async function writtenWithoutDatabase(inside: TestApi, password: string): Promise<string> {
  const wrong = { DATABASE_URL: `postgres://portal:${password}@127.0.0.1:1/portal`, LOG_LEVEL: 'trace' };
  const api = await startReplica(inside, wrong, programs.sources, startListening);
  const { status } = await fetch(`${api.url}/health/ready`);
  const untold = () => Promise.resolve(told.filter((words) => !api.lines.some((line) => line.includes(words))));
  const missing = await until(untold, ({ length }) => length === 0);
  await api.stop('SIGKILL');
  expect({ status, missing }).toEqual({ status: 503, missing: [] });
  return api.lines.join('\n');
}
