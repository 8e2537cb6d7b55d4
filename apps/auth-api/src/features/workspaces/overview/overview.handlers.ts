import { canManageMembers, type workspaceOverviewCalls } from '@portal/contract';
import type { Handlers, MemberContext } from '../../../request/call/types.ts';
import { listActivity } from '../activity/activity.ts';
import { toOwnerEntries } from '../activity/activity.presenters.ts';
import { ActivityDays } from './activity-days.ts';
import { readOverview } from './overview.queries.ts';

const newestCount = 5;

export function overviewHandlers(): Handlers<typeof workspaceOverviewCalls> {
  const activityDays = new ActivityDays();
  return {
    async getWorkspaceOverview(_input, context) {
      const { workspaceId, role } = context.membership;
      const { invitations, webhooks, ...rest } = await readOverview(workspaceId, context);
      const overview = { ...rest, webhooks: role === 'OWNER' ? webhooks : null };
      // Those who manage members are those who see the activity.
      if (!canManageMembers(role)) return { ...overview, invitations: null, activity: null };
      const [days, entries] = await Promise.all([activityDays.read(context), readNewestEntries(context)]);
      return { ...overview, invitations, activity: { entries, days } };
    },
  };
}

async function readNewestEntries(context: MemberContext) {
  const { rows } = await listActivity({ limit: newestCount }, context);
  return toOwnerEntries(rows, context.membership.workspaceId, context);
}
