-- All invoices of a customer (docs/decisions/0091-invoices.md). The column "invoices" of "billing_accounts" stays for the previous version.

ALTER TABLE "billing_accounts" ADD COLUMN "has_failed_invoice" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "invoices_read_at" TIMESTAMPTZ(3);

CREATE TABLE "invoices" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "number" TEXT,
    "status" TEXT NOT NULL,
    "period_start" TIMESTAMPTZ(3),
    "period_end" TIMESTAMPTZ(3),
    "total" INTEGER NOT NULL,
    "amount_remaining" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "paid_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invoices_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "invoices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id")
        ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "invoices_status_check" CHECK ("status" IN ('open', 'failed', 'paid', 'uncollectible', 'void')),
    CONSTRAINT "invoices_period_check" CHECK (("period_start" IS NULL) = ("period_end" IS NULL) AND "period_start" < "period_end")
);

CREATE INDEX "invoices_user_id_created_at_idx" ON "invoices"("user_id", "created_at");

-- What is known until the first sync.
INSERT INTO "invoices" ("id", "user_id", "customer_id", "number", "status", "total", "amount_remaining", "currency", "created_at")
SELECT i."id", a."user_id", a."customer_id", i."number", i."status", i."total", i."amountRemaining", i."currency", i."createdAt"
FROM "billing_accounts" a,
    jsonb_to_recordset(a."invoices") AS i("id" TEXT, "number" TEXT, "status" TEXT, "total" INTEGER,
        "amountRemaining" INTEGER, "currency" TEXT, "createdAt" TIMESTAMPTZ)
WHERE a."customer_id" IS NOT NULL AND jsonb_typeof(a."invoices") = 'array'
ON CONFLICT DO NOTHING;

UPDATE "billing_accounts" SET "has_failed_invoice" = true WHERE "invoices" @> '[{"status": "failed"}]';
