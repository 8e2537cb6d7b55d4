import type { accountCalls } from '@portal/contract';
import { deletionHandlers } from './deletion.handlers.ts';
import { deletionLinkHandlers } from './deletion-link.handlers.ts';
import { toZipFile } from '../pipeline/zip-file.ts';
import type { Handlers } from '../pipeline/types.ts';
import { exportFiles } from './export-account.ts';

export const accountHandlers: Handlers<typeof accountCalls> = {
  ...deletionHandlers,
  ...deletionLinkHandlers,

  exportAccount(_input, context) {
    const { actor, services } = context;
    const date = actor.now.toISOString().slice(0, 10);
    return toZipFile(`account-${date}.zip`, exportFiles(actor.user, services));
  },
};
