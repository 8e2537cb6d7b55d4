import { securityTxt, type operationCalls } from '@portal/contract';
import type { DocumentAnswer, Handlers } from '../http/handlers.ts';
import { documentOf } from '../http/send-document.ts';
import { openApiDocument } from '../http/openapi.ts';
import { problem } from '../http/problem.ts';
import { checkReadiness } from './readiness.ts';

/** Handlers of what operators and programs ask; while the process stops it is not ready. */
export function operationHandlers(stopping?: AbortSignal): Handlers<typeof operationCalls> {
  let openApi: DocumentAnswer | undefined;
  return {
    getJwks: (_input, { services }) => services.tokens.publicJwks(),

    getSecurityTxt: (_input, { services }) => securityTxt(services.settings.SUPPORT_EMAIL, new Date()),

    getOpenApi(_input, { services }) {
      openApi ??= documentOf(openApiDocument(services.settings.AUTH_API_URL, services.settings.VERSION));
      return openApi;
    },

    getLiveness: () => ({ status: 'ok' }),

    async getReadiness(_input, { services }) {
      if (stopping?.aborted) throw problem('NotReady', { message: 'This process stops.' });
      return checkReadiness(services);
    },

    getVersion: (_input, { services }) => ({ version: services.settings.VERSION }),
  };
}
