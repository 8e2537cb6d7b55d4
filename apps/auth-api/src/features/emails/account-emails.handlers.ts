import { optionalEmailKinds, type EmailPreferences, type accountEmailCalls } from '@portal/contract';
import type { DbContext } from '../../platform/db/transaction.ts';
import type { Handlers } from '../../request/call/types.ts';

/** The database stores what a user turned off, so that a new kind of email is on for everyone. */
export const accountEmailHandlers: Handlers<typeof accountEmailCalls> = {
  async getEmailPreferences(_input, { actor, db }) {
    return { emailPreferences: await readPreferences(actor.user.id, { db }) };
  },

  async updateEmailPreferences({ body }, { actor, db }) {
    const userId = actor.user.id;
    const muted = optionalEmailKinds.filter((kind) => body[kind] === false);
    const unmuted = optionalEmailKinds.filter((kind) => body[kind] === true);
    await db.mutedEmail.createMany({ data: muted.map((kind) => ({ userId, kind })), skipDuplicates: true });
    await db.mutedEmail.deleteMany({ where: { userId, kind: { in: unmuted } } });
    return { emailPreferences: await readPreferences(userId, { db }) };
  },
};

async function readPreferences(userId: string, { db }: DbContext): Promise<EmailPreferences> {
  const muted = new Set((await db.mutedEmail.findMany({ where: { userId } })).map(({ kind }) => kind));
  const isOn = (kind: keyof EmailPreferences) => !muted.has(kind);
  return {
    tokenExpiring: isOn('tokenExpiring'),
    invitationAccepted: isOn('invitationAccepted'),
    memberLeft: isOn('memberLeft'),
  };
}
