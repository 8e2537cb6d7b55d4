-- One process at a time sends to a webhook (docs/decisions/0090-webhooks.md).
ALTER TABLE "webhooks" ADD COLUMN "leased_until" TIMESTAMPTZ(3);
