-- CreateTable
CREATE TABLE "billing_accounts" (
    "user_id" TEXT NOT NULL,
    "customer_id" TEXT,
    "generation" INTEGER NOT NULL DEFAULT 1,
    "email" TEXT NOT NULL,
    "first_name" TEXT,
    "last_name" TEXT,
    "legal_name" TEXT,
    "legal_number" TEXT,
    "tax_number" TEXT,
    "tax_number_state" TEXT,
    "phone_number" TEXT,
    "address_line_1" TEXT,
    "address_line_2" TEXT,
    "zip_code" TEXT,
    "city" TEXT,
    "state" TEXT,
    "country" TEXT,
    "has_payment_method" BOOLEAN NOT NULL DEFAULT false,
    "subscription_id" TEXT,
    "subscription_status" TEXT,
    "plan_code" TEXT,
    "currency" TEXT,
    "ending_at" TIMESTAMPTZ(3),
    "period_total" INTEGER NOT NULL DEFAULT 0,
    "checkout_id" TEXT,
    "resumed_with" TEXT,
    "reads_begun" INTEGER NOT NULL DEFAULT 0,
    "read_kept" INTEGER NOT NULL DEFAULT 0,
    "mirrored_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "billing_accounts_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "stripe_events" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "customer_id" TEXT,
    "payload" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "applied_at" TIMESTAMPTZ(3),

    CONSTRAINT "stripe_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "billing_accounts_customer_id_key" ON "billing_accounts"("customer_id");

-- CreateIndex
CREATE INDEX "stripe_events_customer_id_applied_at_idx" ON "stripe_events"("customer_id", "applied_at");

-- CreateIndex
CREATE INDEX "stripe_events_received_at_idx" ON "stripe_events"("received_at");

-- AddForeignKey
ALTER TABLE "billing_accounts" ADD CONSTRAINT "billing_accounts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
