import type { legalCalls } from '@portal/contract';
import { requestBillingSetup } from '../../billing/request-billing-setup.ts';
import { apiError } from '../../../platform/errors/api-error.ts';
import { writeAuditEntries } from '../../../request/audit/write-entries.ts';
import { readIntentCookie } from '../../../request/auth/session-cookie.ts';
import { completeIntent } from '../../workspaces/invitations/invitation-intents.ts';
import type { Handlers } from '../../../request/call/types.ts';
import { toUser } from '../users/users.presenters.ts';

export const legalHandlers: Handlers<typeof legalCalls> = {
  getLegalDocuments({ params }, { services: { legal } }) {
    const versionId = params.tosVersionId === 'current' ? legal.currentVersionId : params.tosVersionId;
    const documents = legal.find(versionId);
    if (!documents) throw apiError('LegalVersionNotFound');
    return documents;
  },

  agreeToTos: {
    locks: { emails: (_input, { actor }) => [actor.user.email], changes: ['user'] },
    async execute({ body }, { actor, db, services, request, req }) {
      const versionId = body.tosVersionId;
      if (versionId !== services.legal.currentVersionId) throw apiError('TosVersionNotCurrent');
      await db.tosAgreement.createMany({
        data: [{ userId: actor.user.id, versionId, ip: request.ip }],
        skipDuplicates: true,
      });
      await db.user.updateMany({
        where: { id: actor.user.id, OR: [{ tosVersionId: null }, { tosVersionId: { lt: versionId } }] },
        data: { tosVersionId: versionId },
      });
      const user = await db.user.findUniqueOrThrow({ where: { id: actor.user.id } });
      // New users review their profile next, which requests billing, too.
      if (user.reviewedProfileAt !== null) await requestBillingSetup(user, db, services);
      const secret = readIntentCookie(req, services.settings);
      await writeAuditEntries(await completeIntent({ secret, user, request }, { db, services }), { db });
      return { user: toUser(user, services.legal, actor) };
    },
  },
};
