-- Owners can turn off the email about a member who left. The constraint allows more than the previous one, so stored rows need no check.
ALTER TABLE "muted_emails"
    DROP CONSTRAINT "muted_emails_optional_check",
    ADD CONSTRAINT "muted_emails_optional_check" CHECK ("kind" IN ('tokenExpiring', 'invitationAccepted', 'memberLeft')) NOT VALID;
