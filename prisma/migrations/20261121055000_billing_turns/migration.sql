-- AlterTable
ALTER TABLE "billing_accounts" ADD COLUMN     "saving_until" TIMESTAMPTZ(3);
