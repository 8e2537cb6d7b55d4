-- When a customer was linked to its account. The previous version ignores it: for what that version links, the time stays null. Earlier
-- customers count as linked when their account was created.
ALTER TABLE "billing_accounts" ADD COLUMN "customer_linked_at" TIMESTAMPTZ(3);
UPDATE "billing_accounts" SET "customer_linked_at" = "created_at" WHERE "customer_id" IS NOT NULL;
