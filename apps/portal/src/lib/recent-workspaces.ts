import { useEffect } from 'react';
import * as z from 'zod/mini';
import { sharedStorage } from './storage.ts';

const key = 'SI:RECENT-WORKSPACES';

const maxRecent = 5;

const RecentWorkspaces = z.object({
  userId: z.string(),
  workspaces: z.array(z.object({ id: z.string(), displayName: z.string() })),
});

export type RecentWorkspace = z.infer<typeof RecentWorkspaces>['workspaces'][number];

/** The workspaces that the user opened in this browser, the last one first. */
export function recentWorkspaces(userId: string): readonly RecentWorkspace[] {
  try {
    const recent = RecentWorkspaces.parse(JSON.parse(sharedStorage.read(key) ?? 'null'));
    return recent.userId === userId ? recent.workspaces : [];
  } catch {
    // Nothing is stored, or another version of the portal stored it.
    return [];
  }
}

/** Records that the user opens a workspace. */
export function useRecentWorkspace(userId: string, workspace: RecentWorkspace | undefined): void {
  const { id, displayName } = workspace ?? {};
  useEffect(() => {
    if (id === undefined || displayName === undefined) return;
    const others = recentWorkspaces(userId).filter((each) => each.id !== id);
    const workspaces = [{ id, displayName }, ...others].slice(0, maxRecent);
    sharedStorage.write(key, JSON.stringify({ userId, workspaces }));
  }, [userId, id, displayName]);
}

/** Call it at logout, and when another user logs in. */
export const clearRecentWorkspaces = () => sharedStorage.remove(key);
