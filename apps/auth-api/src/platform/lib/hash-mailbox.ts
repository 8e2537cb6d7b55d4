import { createHmac } from 'node:crypto';
import { normalizeMailbox } from '@portal/contract';

/**
 * Hashes the mailbox of a stored email address, which is in lower case, for links, limits, the suppression list and keys of the audit log:
 * `ada+x@example.com` and `ada@example.com` have the same hash, like all spellings that `normalizeMailbox` knows.
 */
export type HashMailbox = (email: string) => string;

/** The hash depends on a secret that is not in the database, so that no one finds the mailbox of a stored hash by trying addresses. */
export const createMailboxHash =
  (secret: Buffer): HashMailbox =>
  (email) =>
    createHmac('sha256', secret).update(normalizeMailbox(email)).digest('base64url');
