import type { User } from './users.schemas.ts';

/** What a person is called where there is room for the whole name; by the nickname where they gave no other. */
export const fullNameOf = ({ firstName, lastName, nickname }: Pick<User, 'firstName' | 'lastName' | 'nickname'>) =>
  [firstName, lastName].filter((part) => part !== null && part !== '').join(' ') || nickname;

/** Whether staff keep somebody out, as the API answered it: only the notice of it is open to them, and what is open to anyone. */
export const isLockedOut = ({ quarantinedAt, suspendedAt }: Pick<User, 'quarantinedAt' | 'suspendedAt'>) =>
  quarantinedAt !== null || suspendedAt !== null;
