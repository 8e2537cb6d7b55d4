-- AlterTable
ALTER TABLE "users" ADD COLUMN     "quarantine_reason" TEXT,
ADD COLUMN     "quarantined_by_id" TEXT,
ADD COLUMN     "quarantined_until" TIMESTAMPTZ(3),
ADD COLUMN     "suspended_by_id" TEXT,
ADD COLUMN     "suspended_until" TIMESTAMPTZ(3),
ADD COLUMN     "suspension_reason" TEXT;

-- AlterTable
ALTER TABLE "workspaces" ADD COLUMN     "quarantine_reason" TEXT,
ADD COLUMN     "quarantined_by_id" TEXT;

-- CreateIndex
CREATE INDEX "users_signed_up_at_id_idx" ON "users"("signed_up_at", "id");

-- Few accounts are ever locked out: an index of these alone. Prisma's schema has no word for it.
CREATE INDEX "users_quarantined_idx" ON "users"("quarantined_at" DESC, "id" DESC) WHERE "quarantined_at" IS NOT NULL;
CREATE INDEX "users_suspended_idx" ON "users"("suspended_at" DESC, "id" DESC) WHERE "suspended_at" IS NOT NULL;
