-- Amounts of 64 bits (docs/decisions/0091-invoices.md). 32 bits end at 21 million of a currency with two decimals, which is about 1,300 US
-- dollars in rupiah.
--
-- A change of a type rewrites the table under an exclusive lock: about 0.5 s for 100,000 accounts and 1.3 s for 300,000 invoices. Statements
-- that the running API prepared and that return the column fail until their connection closes ("cached plan must not change result type").
-- Both are acceptable only because no release has these tables yet. After a release, such a change adds a column.

ALTER TABLE "billing_accounts"
    ALTER COLUMN "period_total" TYPE BIGINT,
    ALTER COLUMN "price_amount" TYPE BIGINT,
    ALTER COLUMN "next_invoice_amount" TYPE BIGINT;

ALTER TABLE "invoices"
    ALTER COLUMN "total" TYPE BIGINT,
    ALTER COLUMN "amount_remaining" TYPE BIGINT;
