-- AlterTable
ALTER TABLE "invitations" ADD COLUMN     "email_limit" TEXT,
ADD COLUMN     "email_limited_until" TIMESTAMPTZ(3),
ADD COLUMN     "email_sent_at" TIMESTAMPTZ(3);
