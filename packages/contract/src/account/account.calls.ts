import { defineCalls } from '../call.ts';
import { UserParams } from '../users/users.schemas.ts';

/** What users can do with their account as a whole. Source: decision 19. */
export const accountCalls = defineCalls({
  exportAccount: {
    method: 'GET',
    path: '/users/:userId/export',
    rateLimit: { times: 10, seconds: 3600, per: 'user' },
    access: { who: 'self', requires: [], allowedWhile: ['suspension'] },
    responseKind: 'file',
    mediaType: 'application/zip',
    params: UserParams,
    errors: ['FreshLoginRequired'],
    audited: true,
    summary: 'Download everything that is stored about you, as JSON and CSV; requires a recent login',
  },
});
