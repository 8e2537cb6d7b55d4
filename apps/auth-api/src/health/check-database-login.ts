import type pg from 'pg';
import { findPoolerProblem } from '../db/check-pooler.ts';
import { findPrivilegeProblem, type PrivilegeProblem } from '../db/login-privileges.ts';
import { apiError } from '../errors/api-error.ts';
import { AppError } from '../errors/app-error.ts';
import type { Services } from '../services.ts';

const problemDescriptions: Readonly<Record<PrivilegeProblem, string>> = {
  'lacks-privileges': 'lacks privileges on the tables, or they have not been granted yet',
  'can-rewrite': 'could rewrite the audit log or the accepted terms',
  'can-delete-users': 'could delete users',
  'can-create-temporary-tables':
    'could create temporary tables: run the migrations again with the login that owns the database',
};

const checkedPools = new WeakSet<pg.Pool>();

/**
 * Throws `NotReady` if a pooler would lose session settings, if the database login has too few privileges and, in
 * production, if it has too many. After its first success it checks nothing: a rollout with the wrong login stops at its first replica, but a later
 * change of privileges does not take a running deployment down.
 */
export async function checkDatabaseLogin(services: Services): Promise<void> {
  const { pool, log, settings } = services;
  if (checkedPools.has(pool)) return;
  const poolerProblem = await findPoolerProblem(services);
  if (poolerProblem !== null) throw apiError('NotReady', { message: poolerProblem });
  const found = await findPrivilegeProblem(pool);
  if (found) {
    const { problem, login, group } = found;
    const message = `The API’s database login ${problemDescriptions[problem]}. Use a login that is only a member of the role ${group}; see docs/operating/configure.md.`;
    if (problem === 'lacks-privileges' || settings.NODE_ENV === 'production') {
      throw apiError('NotReady', { message, cause: new AppError(`The login is ${login}.`) });
    }
    log.warn({ login, group }, message);
  }
  checkedPools.add(pool);
}
