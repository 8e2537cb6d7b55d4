-- AlterTable
ALTER TABLE "login_attempts" ADD COLUMN     "fresh_since" TIMESTAMPTZ(3),
ADD COLUMN     "user_id" TEXT;

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "logged_in_at" TIMESTAMPTZ(3);
