import { hash } from 'node:crypto';

/**
 * Hashes the mailbox of a stored email address, which is in lower case, for links, limits, the suppression list and keys of the audit log:
 * `ada+x@example.com` and `ada@example.com` have the same hash. It keeps addresses out of logs, but anyone with a list of
 * addresses can reverse it.
 */
export function hashMailbox(email: string): string {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at);
  const tag = local.indexOf('+');
  const mailbox = (tag > 0 ? local.slice(0, tag) : local) + email.slice(at);
  return hash('sha256', mailbox, 'base64url');
}
