/** The fields of nodemailer's errors that say what the server rejected. */
interface SmtpError {
  readonly command?: unknown;
  readonly response?: unknown;
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

/** The enhanced status codes (RFC 3463, RFC 7505) for a mailbox that does not exist, or is disabled. */
const noSuchMailbox = /^5\d\d[ -]5\.(?:1\.(?:1|2|3|6|10)|2\.1)\b/;

/**
 * Whether the mail server rejected the recipient for good. Other rejections are often about this server or its sender, such as
 * "554 5.7.1 Relay access denied", and end when an operator corrects a setting.
 */
export function isPermanentRejection(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { command, response } = error as SmtpError;
  return command === 'RCPT TO' && typeof response === 'string' && noSuchMailbox.test(response);
}
