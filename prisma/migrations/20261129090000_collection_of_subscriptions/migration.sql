-- How a subscription is paid, and what follows a trial without a payment method. Null until the first read by a version that has
-- these columns. The previous version ignores them.
ALTER TABLE "billing_accounts"
    ADD COLUMN "collection" TEXT,
    ADD COLUMN "collection_resumes_at" TIMESTAMPTZ(3),
    ADD COLUMN "trial_end_behavior" TEXT;
