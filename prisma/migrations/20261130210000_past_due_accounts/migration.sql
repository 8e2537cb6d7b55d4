-- The accounts whose payment failed, for the home of staff (docs/decisions/0101-the-home-of-staff.md).
CREATE INDEX CONCURRENTLY "billing_accounts_past_due_idx" ON "billing_accounts"("user_id") WHERE "subscription_status" IN ('past_due', 'unpaid');
