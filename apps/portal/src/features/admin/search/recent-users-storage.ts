import { fullNameOf, type UserForStaff } from '@portal/contract';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import { useUser } from '../../../api/session.api.ts';
import { tabStorage } from '../../../lib/storage.ts';
import { recentUsersKey } from '../../../session/tab-state.ts';

const RecentUser = z.object({ userId: z.string(), name: z.string(), nickname: z.string(), email: z.string() });
export type RecentUser = z.infer<typeof RecentUser>;

const StoredUsers = z.object({ staffId: z.string(), users: z.array(RecentUser) });

const maxCount = 8;

/** The users that a staff member opened in this tab, last one first. Values of another version are ignored. */
export function readRecentUsers(staffId: string): readonly RecentUser[] {
  try {
    const stored = StoredUsers.parse(JSON.parse(tabStorage.read(recentUsersKey) ?? 'null'));
    return stored.staffId === staffId ? stored.users : [];
  } catch {
    return [];
  }
}

/** Puts the user of the page on the list. It stays in the tab, so that reading the list needs no request and no audit entry. */
export function useRememberUser(user: UserForStaff): void {
  const { id: staffId } = useUser();
  const { id: userId, nickname, email } = user;
  const name = fullNameOf(user);
  useEffect(() => {
    const others = readRecentUsers(staffId).filter((other) => other.userId !== userId);
    const users = [{ userId, name, nickname, email }, ...others].slice(0, maxCount);
    tabStorage.write(recentUsersKey, JSON.stringify({ staffId, users }));
  }, [staffId, userId, name, nickname, email]);
}
