import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useCurrentSection } from './use-current-section.ts';

/** The sections of the profile page, by the fragment of their address. */
const sections = {
  profile: 'Profile',
  notifications: 'Notifications',
  keyboard: 'Keyboard',
  'your-data': 'Your data',
  'delete-account': 'Delete account',
};
export type AccountSectionId = keyof typeof sections;

const sectionIds = Object.keys(sections) as AccountSectionId[];

/** The list at the side of the pages of the account. */
export function AccountNav({ page }: { page: 'profile' | 'security' }) {
  const section = useCurrentSection(sectionIds);
  const toSection = (id: AccountSectionId) => (
    <Link
      key={id}
      to={page === 'profile' ? `#${id}` : `${paths.profile}#${id}`}
      // Replaces the history entry, so that one step back leaves the page.
      replace={page === 'profile'}
      aria-current={page === 'profile' && section === id ? 'location' : undefined}
      className="list-link"
    >
      {sections[id]}
    </Link>
  );
  const [first, ...others] = sectionIds;
  return (
    <nav aria-label="Account settings" className="settings-nav">
      {first && toSection(first)}
      <Link to={paths.security} aria-current={page === 'security' ? 'page' : undefined} className="list-link">
        Login and security
      </Link>
      {others.map(toSection)}
    </nav>
  );
}
