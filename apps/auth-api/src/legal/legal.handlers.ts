import type { legalCalls } from '@portal/contract';
import { requestBilling } from '../billing/request-billing.ts';
import type { Handlers } from '../http/handlers.ts';
import { problem } from '../http/problem.ts';
import { presentUser } from '../users/users.present.ts';

export const legalHandlers: Handlers<typeof legalCalls> = {
  getLegalDocuments({ params }, { services: { legal } }) {
    const versionId = params.tosVersionId === 'current' ? legal.currentVersionId : params.tosVersionId;
    const documents = legal.find(versionId);
    if (!documents) throw problem('LegalVersionNotFound');
    return documents;
  },

  async agreeToTos({ body }, { actor, db, services, request }) {
    const versionId = body.tosVersionId;
    if (versionId !== services.legal.currentVersionId) throw problem('TosVersionNotCurrent');
    await db.tosAgreement.createMany({
      data: [{ userId: actor.user.id, versionId, ip: request.ip }],
      skipDuplicates: true,
    });
    await db.user.updateMany({
      where: { id: actor.user.id, OR: [{ tosVersionId: null }, { tosVersionId: { lt: versionId } }] },
      data: { tosVersionId: versionId },
    });
    const user = await db.user.findUniqueOrThrow({ where: { id: actor.user.id } });
    // Newcomers have their profile before them, whose first review does the same.
    if (user.reviewedProfileAt !== null) await requestBilling(user, db, services);
    return { user: presentUser(user, services.legal, actor.now) };
  },
};
