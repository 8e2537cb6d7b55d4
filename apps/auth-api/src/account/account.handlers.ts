import type { accountCalls } from '@portal/contract';
import { deletionHandlers } from './deletion.handlers.ts';
import { deletionLinkHandlers } from './deletion-link.handlers.ts';
import { requireRecentLogin } from '../auth/require-recent-login.ts';
import { toZipFile } from '../pipeline/zip-file.ts';
import type { Handlers } from '../pipeline/types.ts';
import { exportFiles } from './export-account.ts';

export const accountHandlers: Handlers<typeof accountCalls> = {
  ...deletionHandlers,
  ...deletionLinkHandlers,

  exportAccount(_input, context) {
    const { actor, services } = context;
    requireRecentLogin(actor, services.settings);
    const date = actor.now.toISOString().slice(0, 10);
    return toZipFile(`account-${date}.zip`, exportFiles(actor.user, services));
  },
};
