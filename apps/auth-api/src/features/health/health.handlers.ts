import { securityTxt, type healthCalls } from '@portal/contract';
import { apiError } from '../../platform/errors/api-error.ts';
import { openApiDocument } from '../openapi/document.ts';
import { toDocumentResponse } from '../../request/responses/respond.ts';
import type { DocumentResponse, Handlers } from '../../request/call/types.ts';
import { authorizationServerMetadata } from './authorization-server-metadata.ts';
import { checkReadiness } from './readiness.ts';

/** Handlers for operators and programs. */
export function healthHandlers(shutdownSignal?: AbortSignal): Handlers<typeof healthCalls> {
  let openApi: Promise<DocumentResponse> | undefined;
  return {
    getJwks: (_input, { services }) => services.signingKeys.publicJwks(),

    getAuthorizationServerMetadata: (_input, { services }) => authorizationServerMetadata(services.settings),

    getSecurityTxt: (_input, { services }) => securityTxt(services.settings.SUPPORT_EMAIL, new Date()),

    getOpenApi(_input, { services }) {
      openApi ??= toDocumentResponse(openApiDocument(services.settings.AUTH_API_URL, services.settings.VERSION));
      return openApi;
    },

    getLiveness: () => ({ status: 'ok' }),

    async getReadiness(_input, { services }) {
      if (shutdownSignal?.aborted) throw apiError('NotReady', { message: 'This process is shutting down.' });
      return checkReadiness(services);
    },

    getVersion: (_input, { services }) => ({ version: services.settings.VERSION }),
  };
}
