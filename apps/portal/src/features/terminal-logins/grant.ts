import { accountScope, apiScopeNames, defaultTerminalScopes, isApiScope, isWriteScope } from '@portal/contract';
import * as z from 'zod/mini';

/** What the user lets a terminal do. */
export const Grant = z.object({
  scopes: z.array(z.string()),
  /** Null for all workspaces, also those that the user joins later. */
  workspaceIds: z.nullable(z.array(z.string())),
});
export type Grant = z.infer<typeof Grant>;

/** What the page suggests: what reads, in all workspaces. */
export const defaultGrant = (requested: readonly string[]): Grant => ({
  scopes: defaultTerminalScopes(requested),
  workspaceIds: null,
});

/** What the user chose before a login. The terminal may request something else since. */
export const restoreGrant = ({ scopes, workspaceIds }: Grant, requested: readonly string[]): Grant => ({
  scopes: scopes.filter((scope) => requested.includes(scope)),
  workspaceIds,
});

/** Whether the API would reject the choice. */
export const lacksWorkspace = ({ workspaceIds }: Grant) => workspaceIds?.length === 0;

/** The scopes of a client that requests none: those that read. */
export const readScopes: readonly string[] = apiScopeNames.filter((scope) => !isWriteScope(scope));

/** What the user decides about, each once: first the scopes of the API in their usual order. Every login has the scope of the account. */
export function toRequestedScopes(scopes: readonly string[]): string[] {
  const others = scopes.filter((scope) => !isApiScope(scope) && scope !== accountScope);
  return [...apiScopeNames.filter((scope) => scopes.includes(scope)), ...new Set(others)];
}
