/** The fields of nodemailer's errors that say what the server rejected. */
interface SmtpError {
  readonly command?: unknown;
  readonly responseCode?: unknown;
}

/**
 * Sends an email. Returns false if the mail server rejected the recipient for good: it would also reject a retry. Rejects on any other
 * failure.
 */
export async function sendUnlessRejected(send: () => Promise<void>): Promise<boolean> {
  try {
    await send();
    return true;
  } catch (error) {
    if (!isPermanentRejection(error)) throw error;
    return false;
  }
}

/**
 * Whether the mail server rejected the recipient for good, for example because there is no such mailbox. Codes from 550 are about
 * the mailbox; those below about the session, such as a missing login.
 */
export function isPermanentRejection(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { command, responseCode } = error as SmtpError;
  return command === 'RCPT TO' && typeof responseCode === 'number' && responseCode >= 550 && responseCode < 600;
}
