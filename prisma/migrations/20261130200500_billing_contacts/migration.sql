-- Who else receives the billing emails of an account (docs/decisions/0092-billing-contacts.md).

CREATE TABLE "billing_contacts" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "confirmed_at" TIMESTAMPTZ(3),
    "removed_at" TIMESTAMPTZ(3),
    "is_unsubscribed" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "billing_contacts_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "billing_contacts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id")
        ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "billing_contacts_id_check" CHECK (length("id") = 26),
    CONSTRAINT "billing_contacts_email_check" CHECK ("email" = lower("email")),
    CONSTRAINT "billing_contacts_unsubscribed_check" CHECK (NOT "is_unsubscribed" OR "removed_at" IS NOT NULL)
);

CREATE INDEX "billing_contacts_user_id_idx" ON "billing_contacts"("user_id");
CREATE INDEX "billing_contacts_removed_at_idx" ON "billing_contacts"("removed_at");
CREATE UNIQUE INDEX "billing_contacts_user_id_email_key" ON "billing_contacts"("user_id", "email") WHERE "removed_at" IS NULL;

CREATE TABLE "billing_contact_emails" (
    "id" TEXT NOT NULL,
    "contact_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "billing_contact_emails_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "billing_contact_emails_contact_id_fkey" FOREIGN KEY ("contact_id") REFERENCES "billing_contacts"("id")
        ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "billing_contact_emails_kind_check" CHECK ("kind" IN ('invoice', 'paymentFailed', 'trialEnding'))
);

CREATE UNIQUE INDEX "billing_contact_emails_contact_id_kind_subject_key" ON "billing_contact_emails"("contact_id", "kind", "subject");
