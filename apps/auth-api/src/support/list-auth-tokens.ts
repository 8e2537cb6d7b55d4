import type { AnswerOf, IdPage, supportCalls } from '@portal/contract';
import { cutPage } from '../http/cut-page.ts';
import type { ActorContext, PagedContext } from '../http/handlers.ts';
import { presentAuthToken } from './user-page.present.ts';

/** How many rows a page of staff's lists has unless told otherwise. */
export const usualLimit = 50;

/** A page of the API tokens that somebody made, or of a workspace, the newest first. */
export async function listTokensForStaff(
  of: { readonly creatorUserId: string } | { readonly workspaceId: string },
  { after, limit = usualLimit }: IdPage,
  context: ActorContext & PagedContext,
): Promise<AnswerOf<typeof supportCalls.listAuthTokensForStaff>> {
  const found = await context.db.authToken.findMany({
    where: { ...of, ...(after !== undefined && { id: { lt: after } }) },
    include: { workspace: true, creator: true },
    orderBy: { id: 'desc' },
    take: limit + 1,
  });
  const { rows, next } = cutPage(found, limit, ({ id }) => id, context);
  context.note({ details: { after: after ?? null, limit, found: rows.length } });
  return { authTokens: rows.map(presentAuthToken), next };
}
