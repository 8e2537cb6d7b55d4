import { withDatabase } from './database.ts';

/** Moves the invitations of an address eight days into the past. */
export const expireInvitations = (email: string): Promise<void> =>
  withDatabase(async (database) => {
    const { rowCount } = await database.query(
      `UPDATE invitations SET sent_at = sent_at - interval '8 days', expires_at = expires_at - interval '8 days'
         WHERE email = $1`,
      [email],
    );
    if (rowCount === 0) throw new Error(`No invitation for ${email}`);
  });
