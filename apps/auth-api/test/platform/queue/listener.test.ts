import { EventEmitter, once } from 'node:events';
import { run, type WorkerEvents } from 'graphile-worker';
import { createPool } from '../../../src/platform/db/pool.ts';
import { jobLogger } from '../../../src/platform/queue/job-logger.ts';
import { startApi } from '../../support/api.ts';
import { startTcpProxy } from '../../support/tcp-proxy.ts';

describe('a job worker that stops before the database has confirmed LISTEN', () => {
  it('stops without an uncaught error when that connection fails', async () => {
    const api = await startApi();
    const network = await startTcpProxy(api.services.settings.DATABASE_URL);
    const { log } = api.services;
    const pool = createPool({ url: network.url, size: 2, connectTimeoutMs: 20_000, statementTimeoutMs: 2_000 }, log);
    try {
      const events = new EventEmitter() as WorkerEvents;
      // The worker emits this event before it sends LISTEN.
      const listening = once(events, 'pool:listen:success').then(() => network.stall());
      let releases = 0;
      events.on('pool:listen:release', () => releases++);
      const taskList = { nothing: () => undefined };
      const runner = await run({ pgPool: pool, taskList, events, logger: jobLogger(log), noHandleSignals: true });
      await listening;
      await runner.stop();
      // Jest also fails this test if a promise rejects that no code awaits.
      expect(releases).toBe(2);
    } finally {
      network.pass();
      await pool.end();
      await network.close();
      await api.close();
    }
  });
});
