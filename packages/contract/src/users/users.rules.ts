import type { User } from './users.schemas.ts';

/**
 * First and last name, or the nickname if both are missing. Users are shown to each other by their nickname, as the hint of that
 * field promises. Full names are for staff, and for the owner on the card of a workspace. Source: specification sections 2 and 3.
 */
export const fullNameOf = ({ firstName, lastName, nickname }: Pick<User, 'firstName' | 'lastName' | 'nickname'>) =>
  [firstName, lastName].filter((part) => part !== null && part !== '').join(' ') || nickname;

/** Whether an account is quarantined or suspended. A locked user only sees the notice and public pages. */
export const isAccountLocked = ({ quarantinedAt, suspendedAt }: Pick<User, 'quarantinedAt' | 'suspendedAt'>) =>
  quarantinedAt !== null || suspendedAt !== null;
