import type { User } from './users.schemas.ts';

/** First and last name, or the nickname if both are missing. */
export const fullNameOf = ({ firstName, lastName, nickname }: Pick<User, 'firstName' | 'lastName' | 'nickname'>) =>
  [firstName, lastName].filter((part) => part !== null && part !== '').join(' ') || nickname;

/** Whether an account is quarantined or suspended. A locked user only sees the notice and public pages. */
export const isAccountLocked = ({ quarantinedAt, suspendedAt }: Pick<User, 'quarantinedAt' | 'suspendedAt'>) =>
  quarantinedAt !== null || suspendedAt !== null;
