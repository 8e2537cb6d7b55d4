-- The invitations whose email was rejected, for the home of staff (docs/decisions/0101-the-home-of-staff.md).
CREATE INDEX CONCURRENTLY "invitations_email_failed_at_idx" ON "invitations"("email_failed_at") WHERE "email_failed_at" IS NOT NULL;
