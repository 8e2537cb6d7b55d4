import { canManageMembers, type Workspace } from '@portal/contract';

/** The ids of the sections, which are also the fragments of their addresses. */
export type SectionId = 'general' | 'members' | 'activity' | 'danger-zone';

export interface SettingsLink {
  /** A section of the page; without one the link leads to the API tokens, which have a page of their own. */
  readonly sectionId?: SectionId;
  readonly label: string;
}

const general: SettingsLink = { sectionId: 'general', label: 'General' };
const members: SettingsLink = { sectionId: 'members', label: 'Members' };
const activity: SettingsLink = { sectionId: 'activity', label: 'Activity' };
const apiTokens: SettingsLink = { label: 'API Tokens' };
const dangerZone: SettingsLink = { sectionId: 'danger-zone', label: 'Danger zone' };

/** The list at the side of the settings. Only the owner and approvers can read the activity. */
export const settingsLinks = ({ role }: Pick<Workspace, 'role'>): readonly SettingsLink[] =>
  canManageMembers(role)
    ? [general, members, activity, apiTokens, dangerZone]
    : [general, members, apiTokens, dangerZone];
