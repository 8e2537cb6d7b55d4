-- Emails about an account: those that are waiting to be sent, those that a user turned off, and the browsers of a user.

ALTER TABLE "auth_tokens" ADD COLUMN "expiry_email_days" INTEGER;

CREATE TABLE "account_emails" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "details" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_emails_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "account_emails_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id")
        ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "account_emails_user_id_idx" ON "account_emails"("user_id");
CREATE INDEX "account_emails_created_at_idx" ON "account_emails"("created_at");

CREATE TABLE "muted_emails" (
    "user_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "muted_emails_pkey" PRIMARY KEY ("user_id", "kind"),
    -- A security email cannot be turned off, not even by someone who took over the account.
    CONSTRAINT "muted_emails_optional_check" CHECK ("kind" IN ('tokenExpiring', 'invitationAccepted')),
    CONSTRAINT "muted_emails_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id")
        ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "known_devices" (
    "user_id" TEXT NOT NULL,
    "device_hash" TEXT NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "known_devices_pkey" PRIMARY KEY ("user_id", "device_hash"),
    CONSTRAINT "known_devices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id")
        ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "known_devices_user_id_last_seen_at_idx" ON "known_devices"("user_id", "last_seen_at");
