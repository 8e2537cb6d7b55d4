import type { IdPageQuery, ResponseOf, adminCalls } from '@portal/contract';
import { paginate } from '../../request/call/pagination.ts';
import type { ActorContext, PaginatedContext } from '../../request/call/types.ts';
import { toAuthTokenForStaff } from './admin.presenters.ts';

/** The default page size of the lists on the pages of a user and of a workspace. */
export const defaultPageSize = 50;

/** What the presenters of API tokens need. */
export const tokenRelations = { workspace: true, user: true, serviceAccount: true, createdBy: true } as const;

/** The API tokens that act as a user, and those of service accounts that the user created. */
export const tokensOfUser = (userId: string) => ({ OR: [{ userId }, { createdById: userId }] });

/** Lists the API tokens of a user or of a workspace, newest first. */
export async function listAuthTokens(
  where: ReturnType<typeof tokensOfUser> | { readonly workspaceId: string },
  { after, limit = defaultPageSize }: IdPageQuery,
  context: ActorContext & PaginatedContext,
): Promise<ResponseOf<typeof adminCalls.listAuthTokensForStaff>> {
  const found = await context.db.authToken.findMany({
    where: { ...where, ...(after !== undefined && { id: { lt: after } }) },
    include: tokenRelations,
    orderBy: { id: 'desc' },
    take: limit + 1,
  });
  const { rows, next } = paginate(found, limit, ({ id }) => id, context);
  context.audit.record({ details: { after: after ?? null, limit, found: rows.length } });
  return { authTokens: rows.map(toAuthTokenForStaff), next };
}
