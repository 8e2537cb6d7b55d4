-- AlterTable
ALTER TABLE "users" ADD COLUMN     "provider_picture_url" TEXT;
