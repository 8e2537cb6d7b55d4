-- When the hourly job last enqueued a read of all invoices of a customer (docs/decisions/0091-invoices.md).

ALTER TABLE "billing_accounts" ADD COLUMN "invoices_tried_at" TIMESTAMPTZ(3);
