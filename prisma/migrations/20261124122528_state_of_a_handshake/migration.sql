-- AlterTable
ALTER TABLE "connect_codes" ADD COLUMN     "state_hash" TEXT;
