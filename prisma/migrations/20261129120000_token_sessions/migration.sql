-- The session that created a token, and when its end asked the user to review the token. Both are null for a token of the previous
-- version. Sessions are deleted when they end, so there is no foreign key.
ALTER TABLE "auth_tokens" ADD COLUMN "session_id" TEXT, ADD COLUMN "review_requested_at" TIMESTAMPTZ(3);
