-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "is_staff" BOOLEAN NOT NULL DEFAULT false;
