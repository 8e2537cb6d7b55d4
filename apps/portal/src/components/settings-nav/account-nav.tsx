import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';

/** The pages of the account, each with one concern. */
const pages = {
  profile: 'Profile',
  security: 'Login and security',
  notifications: 'Notifications',
  keyboard: 'Keyboard',
  account: 'Your account',
} as const;
export type AccountPage = keyof typeof pages;

const pageNames = Object.keys(pages) as AccountPage[];

/** The list at the side of the pages of the account. */
export const AccountNav = ({ page }: { page: AccountPage }) => (
  <nav aria-label="Account settings" className="settings-nav">
    {pageNames.map((name) => (
      <Link key={name} to={paths[name]} aria-current={name === page ? 'page' : undefined} className="list-link">
        {pages[name]}
      </Link>
    ))}
  </nav>
);
