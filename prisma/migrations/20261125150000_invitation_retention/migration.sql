-- When an invitation ended or expired, so that the job `purgeExpired` finds the oldest.
CREATE INDEX CONCURRENTLY "invitations_ended_at_idx"
  ON "invitations"((coalesce("accepted_at", "declined_at", "cancelled_at", "expires_at")));
