import { isAccountLocked, type User, displayEmail } from '@portal/contract';
import { Avatar, Icon, IconButton, Logo, Menu, type MenuItem } from '@portal/ui';
import { Link } from 'react-router';
import { useFeatureFlag } from '../../api/feature-flags.api.ts';
import { internalNavigation } from '../../lib/internal-navigation.ts';
import { paths, type RouteName } from '../../lib/paths.ts';
import { useSettings } from '../../lib/settings-context.ts';
import { SiteLink } from '../../components/site-link.tsx';
import { PaletteButton } from '../palette/palette-button.tsx';

export interface HeaderProps {
  user: User | null;
  route: RouteName;
}

const canUseProduct = (user: User) =>
  !user.needsTosUpdate && user.onboardingDetails.reviewedProfile !== null && !isAccountLocked(user);

const workspaceRoutes: ReadonlySet<RouteName> = new Set([
  'workspace-settings',
  'workspace-overview',
  'workspace-members',
  'workspace-api-tokens',
  'workspace-activity',
  'workspace-webhooks',
  'workspace-go',
]);

export function Header({ user, route }: HeaderProps) {
  const { productName } = useSettings();
  return (
    <header className="site-header">
      <div className="mx-auto page-gutter flex min-h-14 max-w-[74rem] flex-wrap items-center gap-x-1 gap-y-1 max-sm:py-2 sm:flex-nowrap sm:gap-x-3 lg:gap-6">
        <Link to={paths.workspaces} className="flex items-center gap-2.5 rounded-md font-semibold text-strong">
          <Logo size={28} />
          <span className="wide-only-text">{productName}</span>
        </Link>
        {user && canUseProduct(user) && (
          <nav aria-label="Main" className="flex sm:gap-1">
            <Link
              to={paths.workspaces}
              aria-current={route === 'workspaces' ? 'page' : workspaceRoutes.has(route) || undefined}
              className="nav-link"
            >
              Workspaces
            </Link>
            <Link to={paths.billing} aria-current={route === 'billing' ? 'page' : undefined} className="nav-link">
              Billing
            </Link>
          </nav>
        )}
        {user && (
          <div className="ml-auto flex min-w-0 items-center gap-1 sm:gap-3 lg:gap-6">
            {canUseProduct(user) && <PaletteButton />}
            <SocialLinks />
            <UserMenu user={user} route={route} />
          </div>
        )}
      </div>
    </header>
  );
}

const socialNames = { discord: 'Discord', github: 'GitHub' };

function SocialLinks() {
  const { socialLinks } = useSettings();
  return (
    <div className="flex sm:gap-1">
      {socialLinks.map(({ name, url }) => (
        <IconButton
          key={name}
          icon={`logo-${name}`}
          label={socialNames[name]}
          tooltip
          render={
            <a href={url} target="_blank" rel="noreferrer">
              {socialNames[name]}
            </a>
          }
        />
      ))}
    </div>
  );
}

function UserMenu({ user, route }: { user: User; route: RouteName }) {
  const isReviewingLegal = route === 'review-legal';
  const isAdmin = useFeatureFlag('auth_portal_admin_page') ?? false;
  const { docsUrl, changelogUrl } = useSettings();
  const items: MenuItem[] = [
    ...(isReviewingLegal || isAccountLocked(user)
      ? []
      : [{ label: 'Profile', icon: 'user', render: <Link to={paths.profile} /> } as const]),
    ...(isAdmin ? [{ label: 'Admin', icon: 'shield', render: <Link to={paths.workspaceAdmin} /> } as const] : []),
    ...(docsUrl ? [{ label: 'Documentation', icon: 'book-open', render: <SiteLink url={docsUrl} /> } as const] : []),
    ...(changelogUrl
      ? [{ label: 'What’s new', icon: 'sparkles', render: <SiteLink url={changelogUrl} /> } as const]
      : []),
    { label: 'Log out', icon: 'logout', render: <Link to={paths.logout} state={internalNavigation} /> },
  ];
  return (
    <Menu
      heading={displayEmail(user.email)}
      items={items}
      trigger={
        <button type="button" className="greeting">
          <Avatar id={user.id} name={user.nickname} pictureUrl={user.pictureUrl} size={28} />
          <span className="sr-only">Hi {user.nickname}!</span>
          {/* `bdi` truncates a right-to-left name at its end. Screen readers would pause between these parts. */}
          <span aria-hidden className="flex min-w-0 whitespace-pre max-sm:hidden">
            Hi{' '}
            <bdi translate="no" className="truncate" title={user.nickname}>
              {user.nickname}
            </bdi>
            !
          </span>
          <Icon name="chevron-down" size={14} className="max-sm:hidden" />
        </button>
      }
    />
  );
}
