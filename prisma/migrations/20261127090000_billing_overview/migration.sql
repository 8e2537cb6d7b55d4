-- What a user pays, when and with what, the newest invoices, and the emails about a subscription that were sent.

ALTER TABLE "billing_accounts"
    ADD COLUMN "price_amount" INTEGER,
    ADD COLUMN "price_interval" TEXT,
    ADD COLUMN "price_interval_count" INTEGER,
    ADD COLUMN "next_invoice_at" TIMESTAMPTZ(3),
    ADD COLUMN "next_invoice_amount" INTEGER,
    ADD COLUMN "trial_ends_at" TIMESTAMPTZ(3),
    ADD COLUMN "card_brand" TEXT,
    ADD COLUMN "card_last4" TEXT,
    ADD COLUMN "card_exp_month" INTEGER,
    ADD COLUMN "card_exp_year" INTEGER,
    ADD COLUMN "invoices" JSONB;

ALTER TABLE "stripe_events" ADD COLUMN "occurred_at" TIMESTAMPTZ(3);

-- The primary key decides that each email is sent once, in whatever order events arrive and jobs run.
CREATE TABLE "billing_emails" (
    "user_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "billing_emails_pkey" PRIMARY KEY ("user_id", "kind", "subject"),
    CONSTRAINT "billing_emails_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id")
        ON DELETE CASCADE ON UPDATE CASCADE
);

-- By hand: nothing but the last four digits of a card is ever stored, and an email has a known kind.
ALTER TABLE "billing_accounts" ADD CONSTRAINT "billing_accounts_card_check" CHECK ("card_last4" ~ '^\d{4}$');
ALTER TABLE "billing_emails" ADD CONSTRAINT "billing_emails_kind_check" CHECK (
  "kind" IN ('trialEndsIn7Days', 'trialEndsIn1Day', 'paused', 'paymentFailed', 'resumed')
);
