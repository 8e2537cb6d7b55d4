-- What waits is counted for the figures; all others are kept for a month.
CREATE INDEX CONCURRENTLY "stripe_events_waiting" ON "stripe_events" ("received_at") WHERE "applied_at" IS NULL;
