-- A billing contact that unsubscribed can subscribe again, unless the user removed it (docs/decisions/0092-billing-contacts.md).

ALTER TABLE "billing_contacts" ADD COLUMN "is_removed_by_user" BOOLEAN NOT NULL DEFAULT false,
    ADD CONSTRAINT "billing_contacts_removed_by_user_check" CHECK (NOT "is_removed_by_user" OR "removed_at" IS NOT NULL);
