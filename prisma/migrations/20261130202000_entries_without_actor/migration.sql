-- What the portal itself does, in a job that no one requested, has an entry without an actor. It pauses a webhook whose receiver fails
-- (docs/decisions/0090-webhooks.md). The constraint allows more than the previous one, so stored rows need no check.
ALTER TABLE "audit_entries"
    DROP CONSTRAINT "audit_entries_actor_check",
    ADD CONSTRAINT "audit_entries_actor_check" CHECK (
        num_nonnulls("actor_user_id", "actor_service_account_id") = 1
        OR (num_nonnulls("actor_user_id", "actor_service_account_id") = 0 AND "credential" = 'job')
    ) NOT VALID;
