-- The session at the identity provider that a session belongs to. The provider's logout tokens name it.
ALTER TABLE "sessions" ADD COLUMN "provider_session_id" TEXT;
