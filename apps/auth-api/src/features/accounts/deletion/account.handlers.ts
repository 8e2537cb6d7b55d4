import type { accountCalls } from '@portal/contract';
import { deletionHandlers } from './deletion.handlers.ts';
import { deletionLinkHandlers } from './deletion-link.handlers.ts';
import { toZipFile } from '../../../request/responses/zip-file.ts';
import type { Handlers } from '../../../request/call/types.ts';
import { exportParts } from '../export/export-account.ts';
import { acquireExportLease, withExportLease } from '../export/export-lease.ts';

export const accountHandlers: Handlers<typeof accountCalls> = {
  ...deletionHandlers,
  ...deletionLinkHandlers,

  async exportAccount(_input, context) {
    const { actor, needsConfirmation, services } = context;
    if (needsConfirmation) return context.confirmationPage(confirmExport);
    const leaseId = await acquireExportLease(actor.user.id, services);
    const date = actor.now.toISOString().slice(0, 10);
    return toZipFile(`account-${date}.zip`, withExportLease(leaseId, exportParts(actor, services), services));
  },
};

const confirmExport = {
  title: 'Download your data?',
  text: 'This link downloads everything that is stored about you. Continue only if you expected this.',
  label: 'Download',
};
