-- The trials that end soon, for the hourly job that enqueues the emails about them.
CREATE INDEX CONCURRENTLY "billing_accounts_trial_ends_at_idx" ON "billing_accounts"("trial_ends_at")
  WHERE "subscription_status" = 'trialing';
