-- When Stripe charges the card again for an invoice whose payment failed. Null until the invoice is read again.
ALTER TABLE "invoices" ADD COLUMN "next_attempt_at" TIMESTAMPTZ(3);
