import { canManageMembers, type Workspace } from '@portal/contract';
import { paths } from '../../lib/paths.ts';

/** The ids of the sections, which are also the fragments of their addresses. */
export type SectionId = 'general' | 'members' | 'activity' | 'danger-zone';

export interface SettingsLink {
  /** A section of the settings page. */
  readonly sectionId?: SectionId;
  /** A page of its own, to which the other pages of the workspace link even if the settings page has the section, too. */
  readonly pathOf?: (workspaceId: string) => string;
  readonly label: string;
}

const overview: SettingsLink = { label: 'Overview', pathOf: paths.workspaceOverview };
const general: SettingsLink = { sectionId: 'general', label: 'General' };
const members: SettingsLink = { sectionId: 'members', label: 'Members', pathOf: paths.workspaceMembers };
const activity: SettingsLink = { sectionId: 'activity', label: 'Activity', pathOf: paths.workspaceActivity };
const apiTokens: SettingsLink = { label: 'API Tokens', pathOf: paths.workspaceApiTokens };
const webhooks: SettingsLink = { label: 'Webhooks', pathOf: paths.workspaceWebhooks };
const dangerZone: SettingsLink = { sectionId: 'danger-zone', label: 'Danger zone' };

/** The list at the side of the settings. Only the owner and approvers can read the activity, and only the owner manages webhooks. */
export const settingsLinks = ({ role }: Pick<Workspace, 'role'>): readonly SettingsLink[] => [
  overview,
  general,
  members,
  ...(canManageMembers(role) ? [activity] : []),
  apiTokens,
  ...(role === 'OWNER' ? [webhooks] : []),
  dangerZone,
];

/** Where a link of the list leads from another page of the workspace. */
export const settingsPath = ({ sectionId, pathOf }: SettingsLink, workspaceId: string) =>
  pathOf ? pathOf(workspaceId) : `${paths.workspaceSettings(workspaceId)}#${sectionId ?? ''}`;
