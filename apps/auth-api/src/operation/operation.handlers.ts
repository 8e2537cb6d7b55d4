import type { operationCalls } from '@portal/contract';
import type { Handlers } from '../http/handlers.ts';
import { openApiDocument } from '../http/openapi.ts';
import { problem } from '../http/problem.ts';
import { pendingMigrations } from '../database/pending-migrations.ts';
import { checkDatabaseLogin } from './check-database-login.ts';

/** Handlers of what operators and programs ask; while the process stops it is not ready. */
export function operationHandlers(stopping?: AbortSignal): Handlers<typeof operationCalls> {
  let openApi: ReturnType<typeof openApiDocument> | undefined;
  return {
    getJwks: (_input, { services }) => services.tokens.publicJwks(),

    getOpenApi(_input, { services }) {
      openApi ??= openApiDocument(services.settings.AUTH_API_URL, services.settings.VERSION);
      return openApi;
    },

    getLiveness: () => ({ status: 'ok' }),

    async getReadiness(_input, { services }) {
      if (stopping?.aborted) throw problem('NotReady', { message: 'This process stops.' });
      await checkDatabaseLogin(services);
      const pending = await pendingMigrations(services.pool);
      if (pending.length > 0) throw problem('NotReady', { message: `Migrations are missing: ${pending.join(', ')}.` });
      if (services.tokens.publicJwks().keys.length === 0)
        throw problem('NotReady', { message: 'There is no signing key.' });
      return { status: 'ok', checks: { database: 'ok', migrations: 'ok', signingKeys: 'ok' } };
    },

    getVersion: (_input, { services }) => ({ version: services.settings.VERSION }),
  };
}
