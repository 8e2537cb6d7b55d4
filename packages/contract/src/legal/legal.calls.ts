import { defineCalls } from '../call.ts';
import { UserResult } from '../users/users.schemas.ts';
import { LegalDocuments, LegalParams, TosAgreement } from './legal.schemas.ts';

/** The legal documents and their acceptance. Source: specification section 7. */
export const legalCalls = defineCalls({
  getLegalDocuments: {
    method: 'GET',
    path: '/legal/:tosVersionId',
    access: { who: 'anyone' },
    params: LegalParams,
    result: LegalDocuments,
    providesTags: ['Legal'],
    errors: ['LegalVersionNotFound'],
    summary: 'Get the legal documents of a version, or of the current one',
  },
  agreeToTos: {
    method: 'POST',
    path: '/tos-agreement',
    access: { who: 'authenticated', requires: [], allowedWhile: ['suspension'] },
    readsCookie: true,
    body: TosAgreement,
    result: UserResult,
    errors: ['TosVersionNotCurrent'],
    summary: 'Accept the current terms of service',
  },
});
