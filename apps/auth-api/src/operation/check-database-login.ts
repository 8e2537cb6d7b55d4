import type pg from 'pg';
import { findLoginFault, type LoginFault } from '../database/login-fault.ts';
import { findPoolerFault } from '../database/pooler.ts';
import { Fault } from '../fault.ts';
import { problem } from '../http/problem.ts';
import type { Services } from '../services.ts';

const descriptions: Readonly<Record<LoginFault, string>> = {
  'lacks-rights': 'lacks rights on the tables, or they are not granted yet',
  'may-rewrite': 'could rewrite the audit log or the accepted terms',
  'may-delete-users': 'could delete users',
  'may-make-temporary-tables': 'could make temporary tables: migrate again with the login that owns the database',
};

const checked = new WeakSet<pg.Pool>();

/**
 * Refuses to be ready behind a pooler that would lose what sessions are set to, with a login that has too few rights, and
 * in production also with one that has too many. Asked until it was answered well once: a rollout with the wrong login stops before it begins, but no grant that
 * somebody changes later takes a running deployment down.
 */
export async function checkDatabaseLogin(services: Services): Promise<void> {
  const { pool, log, settings } = services;
  if (checked.has(pool)) return;
  const poolerFault = await findPoolerFault(services);
  if (poolerFault !== null) throw problem('NotReady', { message: poolerFault });
  const found = await findLoginFault(pool);
  if (found) {
    const { fault, login, group } = found;
    const message = `The API’s database login ${descriptions[fault]}. Give it one that is only a member of the role ${group}; see docs/operating/configure.md.`;
    if (fault === 'lacks-rights' || settings.NODE_ENV === 'production') {
      throw problem('NotReady', { message, cause: new Fault(`The login is ${login}.`) });
    }
    log.warn({ login, group }, message);
  }
  checked.add(pool);
}
