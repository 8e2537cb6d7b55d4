import { AppError } from '../../src/errors/app-error.ts';
import { FailFastPool } from '../../src/jobs/connection-loss.ts';
import { freePorts } from '../support/free-ports.ts';

describe('a pool of the job worker without a database', () => {
  let pool: FailFastPool;

  beforeEach(async () => {
    const [port] = await freePorts(1);
    pool = new FailFastPool({ host: '127.0.0.1', port });
  });
  afterEach(() => pool.end());

  /** Without a code, graphile-worker does not retry. */
  function expectNoCode(error: unknown): void {
    expect(error).toEqual(new AppError('No connection to the database.'));
    expect(error).not.toHaveProperty('code');
    expect((error as AppError).cause).toMatchObject({ code: 'ECONNREFUSED' });
  }

  it('fails to connect with an error without a code', async () => {
    expectNoCode(await pool.connect().catch((error: unknown) => error));
  });

  it('passes an error without a code to a callback', async () => {
    expectNoCode(await new Promise((resolve) => pool.connect((error) => resolve(error))));
  });

  it('fails a query with an error without a code', async () => {
    expectNoCode(await pool.query('SELECT 1').catch((error: unknown) => error));
  });
});
