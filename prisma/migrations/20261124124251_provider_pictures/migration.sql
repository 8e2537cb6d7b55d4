-- AlterTable
ALTER TABLE "users" ADD COLUMN     "provider_picture_url" TEXT;

-- Until a login refreshes it, what somebody shows is the best that is known of the provider's picture.
UPDATE "users" SET "provider_picture_url" = "picture_url" WHERE "picture_url" IS NOT NULL;
