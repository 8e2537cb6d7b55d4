import { tabStorage } from './tab-storage.ts';

const keyOf = (workspaceId: string) => `SI:ENDED:${workspaceId}`;

/** Remembers in this tab that the user deleted or left a workspace, for the way back to one of its pages. */
export const rememberEnd = (workspaceId: string, ended: string) => void tabStorage.write(keyOf(workspaceId), ended);

/** What became of a workspace that the user deleted or left in this tab. */
export const endOf = (workspaceId: string) => tabStorage.read(keyOf(workspaceId));
