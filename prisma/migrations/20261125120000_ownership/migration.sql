-- CreateEnum
CREATE TYPE "ownership_offer_outcome" AS ENUM ('ACCEPTED', 'DECLINED', 'WITHDRAWN', 'EXPIRED', 'ENDED');

-- CreateEnum
CREATE TYPE "ownership_reassignment_outcome" AS ENUM ('COMPLETED', 'OBJECTED', 'CANCELLED', 'SUPERSEDED');

-- CreateTable
CREATE TABLE "ownership_offers" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "from_user_id" TEXT NOT NULL,
    "to_user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),
    "outcome" "ownership_offer_outcome",

    CONSTRAINT "ownership_offers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ownership_reassignments" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "from_user_id" TEXT NOT NULL,
    "to_user_id" TEXT NOT NULL,
    "requested_by_id" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "objection_hash" TEXT,
    "notified_at" TIMESTAMPTZ(3),
    "effective_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),
    "outcome" "ownership_reassignment_outcome",

    CONSTRAINT "ownership_reassignments_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "ownership_offers_workspace_id_idx" ON "ownership_offers"("workspace_id");

-- CreateIndex
CREATE INDEX "ownership_offers_from_user_id_idx" ON "ownership_offers"("from_user_id");

-- CreateIndex
CREATE INDEX "ownership_offers_to_user_id_idx" ON "ownership_offers"("to_user_id");

-- CreateIndex
CREATE UNIQUE INDEX "ownership_reassignments_objection_hash_key" ON "ownership_reassignments"("objection_hash");

-- CreateIndex
CREATE INDEX "ownership_reassignments_workspace_id_idx" ON "ownership_reassignments"("workspace_id");

-- CreateIndex
CREATE INDEX "ownership_reassignments_from_user_id_idx" ON "ownership_reassignments"("from_user_id");

-- CreateIndex
CREATE INDEX "ownership_reassignments_to_user_id_idx" ON "ownership_reassignments"("to_user_id");

-- AddForeignKey
ALTER TABLE "ownership_offers" ADD CONSTRAINT "ownership_offers_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ownership_offers" ADD CONSTRAINT "ownership_offers_from_user_id_fkey" FOREIGN KEY ("from_user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ownership_offers" ADD CONSTRAINT "ownership_offers_to_user_id_fkey" FOREIGN KEY ("to_user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ownership_reassignments" ADD CONSTRAINT "ownership_reassignments_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ownership_reassignments" ADD CONSTRAINT "ownership_reassignments_from_user_id_fkey" FOREIGN KEY ("from_user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ownership_reassignments" ADD CONSTRAINT "ownership_reassignments_to_user_id_fkey" FOREIGN KEY ("to_user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- ---------------------------------------------------------------------------------------------------------------------
-- Rules that schema.prisma cannot express
-- ---------------------------------------------------------------------------------------------------------------------

-- A workspace has at most one open offer and one pending change by staff.
CREATE UNIQUE INDEX "ownership_offers_one_open_key" ON "ownership_offers"("workspace_id") WHERE "closed_at" IS NULL;
CREATE UNIQUE INDEX "ownership_reassignments_one_pending_key" ON "ownership_reassignments"("workspace_id")
  WHERE "closed_at" IS NULL;

-- Ids are ULIDs.
ALTER TABLE "ownership_offers" ADD CONSTRAINT "ownership_offers_id_check" CHECK (length("id") = 26);
ALTER TABLE "ownership_reassignments" ADD CONSTRAINT "ownership_reassignments_id_check" CHECK (length("id") = 26);

-- The ownership moves to another user.
ALTER TABLE "ownership_offers" ADD CONSTRAINT "ownership_offers_users_check" CHECK ("from_user_id" <> "to_user_id");
ALTER TABLE "ownership_reassignments" ADD CONSTRAINT "ownership_reassignments_users_check"
  CHECK ("from_user_id" <> "to_user_id");

-- What is closed has an outcome, and nothing else has one.
ALTER TABLE "ownership_offers" ADD CONSTRAINT "ownership_offers_outcome_check"
  CHECK (("closed_at" IS NULL) = ("outcome" IS NULL));
ALTER TABLE "ownership_reassignments" ADD CONSTRAINT "ownership_reassignments_outcome_check"
  CHECK (("closed_at" IS NULL) = ("outcome" IS NULL));
