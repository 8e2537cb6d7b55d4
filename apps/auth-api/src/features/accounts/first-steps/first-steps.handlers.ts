import type { firstStepsCalls } from '@portal/contract';
import type { Handlers } from '../../../request/call/types.ts';
import { toUser } from '../users/users.presenters.ts';
import { readFirstSteps } from './first-steps.queries.ts';

export const firstStepsHandlers: Handlers<typeof firstStepsCalls> = {
  getFirstSteps: async (_input, context) => ({ firstSteps: await readFirstSteps(context.actor.user.id, context) }),

  closeFirstSteps: {
    locks: { changes: ['user'] },
    async execute(_input, { actor, db, services }) {
      const user = await db.user.update({ where: { id: actor.user.id }, data: { showsFirstSteps: false } });
      return { user: toUser(user, services.legal, actor) };
    },
  },
};
