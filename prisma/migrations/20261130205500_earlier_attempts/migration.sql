-- How often an event was sent before its webhook was resumed. `attempts` starts again then, because the pauses depend on it.
ALTER TABLE "webhook_deliveries" ADD COLUMN "earlier_attempts" INTEGER NOT NULL DEFAULT 0;
