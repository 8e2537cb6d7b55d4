-- AlterTable
ALTER TABLE "billing_accounts" ADD COLUMN     "last_trial_ends_at" TIMESTAMPTZ(3);

-- Each account that has or had a subscription had a trial. The previous version does not write the column; the next sync does.
UPDATE "billing_accounts" SET "last_trial_ends_at" = COALESCE("trial_ends_at", "created_at") WHERE "subscription_status" IS NOT NULL;

-- By hand: the email about a subscription that has ended. The previous version writes the other kinds only.
ALTER TABLE "billing_emails" DROP CONSTRAINT "billing_emails_kind_check";
ALTER TABLE "billing_emails" ADD CONSTRAINT "billing_emails_kind_check" CHECK (
  "kind" IN ('trialEndsIn7Days', 'trialEndsIn1Day', 'paused', 'paymentFailed', 'resumed', 'ended')
);
