import { createHmac } from 'node:crypto';

/**
 * Hashes the mailbox of a stored email address, which is in lower case, for links, limits, the suppression list and keys of the audit log:
 * `ada+x@example.com` and `ada@example.com` have the same hash.
 */
export type HashMailbox = (email: string) => string;

/** The hash depends on a secret that is not in the database, so that no one finds the mailbox of a stored hash by trying addresses. */
export const createMailboxHash =
  (secret: Buffer): HashMailbox =>
  (email) =>
    createHmac('sha256', secret).update(toMailbox(email)).digest('base64url');

function toMailbox(email: string): string {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at);
  const tag = local.indexOf('+');
  return (tag > 0 ? local.slice(0, tag) : local) + email.slice(at);
}
