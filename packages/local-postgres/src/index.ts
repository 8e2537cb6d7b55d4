export { freePort } from './free-port.ts';
export { LocalPostgresError } from './local-postgres-error.ts';
export { ensureLoginRole, type LoginRole } from './login-role.ts';
export { startPostgres, type PostgresOptions, type RunningPostgres } from './start-postgres.ts';
export {
  createDatabaseFromTemplate,
  startTemporaryPostgres,
  type SuiteDatabase,
  type TemporaryPostgres,
} from './temporary-postgres.ts';
