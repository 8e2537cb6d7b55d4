import { dayMs } from '@portal/contract';
import { isDatabaseUnavailable } from '../../../platform/db/database-errors.ts';
import { firstIdAt } from '../../../platform/lib/ids.ts';
import { TimedCache } from '../../../platform/lib/timed-cache.ts';
import type { MemberContext } from '../../../request/call/types.ts';
import { visibleActions } from '../activity/activity.ts';

const shownDays = 30;
const cacheMs = 5 * 60_000;
const timeoutMs = 50;

interface DayCount {
  readonly day: string;
  readonly count: number;
}

/** How many entries of the activity each of the last days has. Kept for five minutes, by workspace and by what the role sees. */
export class ActivityDays {
  readonly #cache = new TimedCache<DayCount[]>(cacheMs);

  /** Null if the entries could not be counted in time. */
  async read(context: MemberContext): Promise<DayCount[] | null> {
    const { workspaceId, role } = context.membership;
    try {
      return await this.#cache.get(`${workspaceId} ${role}`, () => countDays(context));
    } catch (error) {
      // The statement was cancelled, or no connection was free in time. The rest of the page does not need the line.
      if (!isDatabaseUnavailable(error)) throw error;
      context.log.info({ err: error }, 'the days of the activity could not be counted in time');
      return null;
    }
  }
}

async function countDays(context: MemberContext): Promise<DayCount[]> {
  const { actor, membership, services } = context;
  const today = Math.floor(actor.now.getTime() / dayMs) * dayMs;
  const firstDay = today - (shownDays - 1) * dayMs;
  const actions = visibleActions(context);
  // One statement for all roles, because it has a name.
  const [included, excluded] = 'in' in actions ? [actions.in, []] : [null, actions.notIn];
  // A timeout of one statement needs a transaction of its own.
  const rows = await services.db.$transaction(async (db) => {
    await db.$executeRaw`SELECT set_config('statement_timeout', ${`${timeoutMs}ms`}, true)`;
    return db.$queryRaw<DayCount[]>`
      /* activity-days */
      SELECT to_char(occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::int AS count
      FROM audit_entries
      WHERE workspace_id = ${membership.workspaceId} AND id >= ${firstIdAt(firstDay)}
        AND (${included}::text[] IS NULL OR action = ANY (${included}::text[])) AND action <> ALL (${excluded}::text[])
      GROUP BY day`;
  });
  const counts = new Map(rows.map(({ day, count }) => [day, count]));
  return Array.from({ length: shownDays }, (_, index) => {
    const day = new Date(firstDay + index * dayMs).toISOString().slice(0, 10);
    return { day, count: counts.get(day) ?? 0 };
  });
}
