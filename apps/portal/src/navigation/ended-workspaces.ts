import { tabStorage } from './tab-storage.ts';

/** By user: another user may log in in the same tab. */
const keyOf = (userId: string, workspaceId: string) => `SI:ENDED:${userId}/${workspaceId}`;

/** Remembers in this tab that the user deleted or left a workspace, for the way back to one of its pages. */
export const rememberEnd = (userId: string, workspaceId: string, ended: string) =>
  void tabStorage.write(keyOf(userId, workspaceId), ended);

/** What became of a workspace that the user deleted or left in this tab. */
export const endOf = (userId: string, workspaceId: string) => tabStorage.read(keyOf(userId, workspaceId));
