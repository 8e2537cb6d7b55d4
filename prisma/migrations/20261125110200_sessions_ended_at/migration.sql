-- Logins that the identity provider remembers from before this time do not start a session.
ALTER TABLE "users" ADD COLUMN "sessions_ended_at" TIMESTAMPTZ(3);
