import { canManageMembers, type PortalSettings, type Workspace } from '@portal/contract';
import type { PaletteItem } from '@portal/ui/command-palette';
import { Link } from 'react-router';
import { SiteLink } from '../../components/site-link.tsx';
import { formLink } from '../../lib/form-link.ts';
import { internalNavigation } from '../../lib/internal-navigation.ts';
import { paths } from '../../lib/paths.ts';
import type { RecentWorkspace } from '../../lib/recent-workspaces.ts';
import type { ThemeChoice } from '../theme/theme-choice.ts';

/** An item, and how the search treats it. */
export interface PaletteEntry extends PaletteItem {
  readonly kind: 'workspace' | 'command' | 'workspace page';
  /** Other words that find the item. */
  readonly keywords?: string;
  /** Whether the item is shown before the user types. */
  readonly isSuggested?: boolean;
}

type Actions = Pick<ThemeChoice, 'choose'> & { readonly copyId: (workspace: RecentWorkspace) => void };

/** Launches the workspace, as a click on its card does. */
export const launchEntry = ({ id, displayName }: RecentWorkspace): PaletteEntry => ({
  id: `launch/${id}`,
  kind: 'workspace',
  label: displayName,
  detail: 'Launch',
  keywords: 'launch open go',
  icon: 'arrow-right',
  isSuggested: true,
  render: <Link to={paths.workspaceGo(id)} state={internalNavigation} />,
});

/** What the user can do in a workspace. */
export function workspaceEntries(
  { id, displayName, role }: Pick<Workspace, 'id' | 'displayName' | 'role'>,
  { copyId, isCurrent }: Pick<Actions, 'copyId'> & { readonly isCurrent: boolean },
): PaletteEntry[] {
  const page = (
    name: string,
    icon: PaletteEntry['icon'],
    to: string,
    options: Pick<PaletteEntry, 'keywords' | 'render'> & { label?: string } = {},
  ): PaletteEntry => ({
    id: `${name}/${id}`,
    kind: 'workspace page',
    label: `${displayName} › ${name}`,
    icon,
    isSuggested: isCurrent,
    render: <Link to={to} />,
    ...options,
  });
  const form: typeof page = (name, icon, to, options) =>
    page(name, icon, to, { render: <Link to={to} state={formLink} />, ...options });
  const isManager = canManageMembers(role);
  return [
    page('Overview', 'gauge', paths.workspaceOverview(id), { keywords: 'home summary status' }),
    page('Settings', 'settings', paths.workspaceSettings(id), { keywords: 'details rename' }),
    page('Members', 'users', paths.workspaceMembers(id), { keywords: 'people roles invitations' }),
    page('API Tokens', 'key', paths.workspaceApiTokens(id), { keywords: 'credentials' }),
    form('New token', 'plus', paths.workspaceApiTokens(id), {
      label: `Create an API token in ${displayName}`,
      keywords: 'new generate',
    }),
    ...(isManager
      ? [
          page('Activity', 'history', paths.workspaceActivity(id), { keywords: 'audit log changes' }),
          form('Invite', 'user-plus', paths.workspaceMembers(id), {
            label: `Invite someone to ${displayName}`,
            keywords: 'add member share',
          }),
        ]
      : []),
    ...(role === 'OWNER' ? [page('Webhooks', 'webhook', paths.workspaceWebhooks(id))] : []),
    {
      id: `copy-id/${id}`,
      kind: 'workspace page',
      label: `Copy the ID of ${displayName}`,
      icon: 'copy',
      isSuggested: isCurrent,
      keepsOpen: true,
      onSelect: () => copyId({ id, displayName }),
    },
  ];
}

/** The pages of the user, and what changes the portal. */
export function commandEntries(settings: PortalSettings, { choose }: Pick<Actions, 'choose'>): PaletteEntry[] {
  const { docsUrl, statusUrl, apiReferenceUrl, changelogUrl, supportEmail } = settings;
  const command = (label: string, icon: PaletteEntry['icon'], rest: Partial<PaletteEntry>): PaletteEntry => ({
    id: label,
    kind: 'command',
    label,
    icon,
    isSuggested: true,
    ...rest,
  });
  const page = (label: string, icon: PaletteEntry['icon'], to: string, keywords?: string) =>
    command(label, icon, { render: <Link to={to} />, ...(keywords !== undefined && { keywords }) });
  const site = (label: string, icon: PaletteEntry['icon'], url: string | undefined, keywords?: string) =>
    url === undefined
      ? []
      : [command(label, icon, { render: <SiteLink url={url} />, ...(keywords !== undefined && { keywords }) })];
  return [
    page('Workspaces', 'layout-grid', paths.workspaces, 'list home'),
    page('Create a workspace', 'plus', paths.newWorkspace, 'new add'),
    page('Billing', 'credit-card', paths.billing, 'invoices payment card subscription plan'),
    page('Profile', 'user', paths.profile, 'name nickname picture'),
    page('Login and security', 'lock', paths.security, 'password sessions second factor'),
    page('Notifications', 'bell', paths.notifications, 'emails preferences profile'),
    page('Keyboard shortcuts', 'command', paths.keyboard, 'keys search profile'),
    page('Your account', 'user', paths.account, 'delete account download export data profile'),
    command('Use the light theme', 'sun', { keywords: 'appearance', onSelect: () => choose('light') }),
    command('Use the dark theme', 'moon', { keywords: 'appearance', onSelect: () => choose('dark') }),
    command('Use the system theme', 'monitor', { keywords: 'appearance', onSelect: () => choose(null) }),
    ...site('Documentation', 'book-open', docsUrl, 'help guide'),
    ...site('API reference', 'code', apiReferenceUrl, 'docs openapi'),
    ...site('Status', 'activity', statusUrl, 'incidents outage'),
    ...site('What’s new', 'sparkles', changelogUrl, 'changelog'),
    command('Contact support', 'life-buoy', {
      keywords: 'help email',
      render: <a href={`mailto:${supportEmail}`}>Email</a>,
    }),
    command('Log out', 'logout', {
      keywords: 'sign out',
      render: <Link to={paths.logout} state={internalNavigation} />,
    }),
  ];
}

/** Staff search when they choose the entry, not while they type: each search is an audit entry. */
export const staffSearchEntry = (query: string): PaletteEntry => ({
  id: 'staff-search',
  kind: 'command',
  label: `Search users and workspaces for “${query}”`,
  detail: 'Admin',
  icon: 'shield',
  render: <Link to={paths.adminSearch(query)} />,
});
