-- AlterTable
ALTER TABLE "ownership_reassignments" ADD COLUMN     "confirmed_by_id" TEXT,
ADD COLUMN     "owner_unreachable_at" TIMESTAMPTZ(3);

-- A pending change whose owner was not notified waits for the confirmation of another member of staff. The job of the previous version
-- that completes it finds no time at which the change takes effect, and does nothing.
UPDATE "ownership_reassignments" SET "owner_unreachable_at" = now(), "effective_at" = NULL
  WHERE "closed_at" IS NULL AND "notified_at" IS NULL AND "effective_at" IS NOT NULL;

-- ---------------------------------------------------------------------------------------------------------------------
-- Rules that schema.prisma cannot express
-- ---------------------------------------------------------------------------------------------------------------------

-- Another member of staff confirms, and without it, a change whose owner cannot be notified does not take effect.
ALTER TABLE "ownership_reassignments" ADD CONSTRAINT "ownership_reassignments_confirmed_by_check"
  CHECK ("confirmed_by_id" <> "requested_by_id");
ALTER TABLE "ownership_reassignments" ADD CONSTRAINT "ownership_reassignments_confirmation_check"
  CHECK ("owner_unreachable_at" IS NULL OR "effective_at" IS NULL OR "confirmed_by_id" IS NOT NULL);
