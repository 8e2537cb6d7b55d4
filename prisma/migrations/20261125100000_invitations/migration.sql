-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "verified_email" TEXT;

-- CreateTable
CREATE TABLE "invitations" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "role" "workspace_role" NOT NULL,
    "inviter_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "email_failed_at" TIMESTAMPTZ(3),
    "accepted_at" TIMESTAMPTZ(3),
    "declined_at" TIMESTAMPTZ(3),
    "cancelled_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invitation_links" (
    "token_hash" TEXT NOT NULL,
    "invitation_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "invitation_links_pkey" PRIMARY KEY ("token_hash")
);

-- CreateIndex
CREATE INDEX "invitations_workspace_id_email_id_idx" ON "invitations"("workspace_id", "email", "id");

-- CreateIndex
CREATE INDEX "invitations_email_idx" ON "invitations"("email");

-- CreateIndex
CREATE INDEX "invitations_inviter_id_idx" ON "invitations"("inviter_id");

-- CreateIndex
CREATE INDEX "invitation_links_invitation_id_idx" ON "invitation_links"("invitation_id");

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_inviter_id_fkey" FOREIGN KEY ("inviter_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation_links" ADD CONSTRAINT "invitation_links_invitation_id_fkey" FOREIGN KEY ("invitation_id") REFERENCES "invitations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: rules that the database enforces whatever the API does, and the invitations of the previous version.

-- Ids are ULIDs, and email addresses are stored in lower case, as in "users".
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_id_check" CHECK (length("id") = 26);
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_email_check" CHECK ("email" = lower("email"));

-- Nobody becomes the owner by an invitation.
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_role_check" CHECK ("role" <> 'OWNER');

-- An invitation ends once, in one way.
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_end_check"
  CHECK (num_nonnulls("accepted_at", "declined_at", "cancelled_at") <= 1);

-- A workspace has at most one open invitation of an email address.
CREATE UNIQUE INDEX "invitations_one_open_key" ON "invitations"("workspace_id", "email")
  WHERE "accepted_at" IS NULL AND "declined_at" IS NULL AND "cancelled_at" IS NULL;

-- An invitation that has ended stays as it ended: no consent is made up or taken back later. Asking again is a new invitation.
CREATE FUNCTION "reject_invitation_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The invitation % has ended and cannot change.', OLD."id"
    USING ERRCODE = 'INVIT', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
END
$$;

CREATE TRIGGER "invitations_final"
  BEFORE UPDATE OF "workspace_id", "email", "role", "expires_at", "accepted_at", "declined_at", "cancelled_at" ON "invitations"
  FOR EACH ROW WHEN (num_nonnulls(OLD."accepted_at", OLD."declined_at", OLD."cancelled_at") > 0)
  EXECUTE FUNCTION "reject_invitation_change"();

-- Before, an invitation was a membership of a placeholder. The inviter is only in the audit log. The ids sort before all others.
INSERT INTO "invitations" ("id", "workspace_id", "email", "role", "created_at", "expires_at")
SELECT '00' || upper(left(replace(gen_random_uuid()::text, '-', ''), 24)), m."workspace_id", u."email", m."role",
  m."created_at", now() + interval '7 days'
FROM "memberships" m JOIN "users" u ON u."id" = m."user_id"
WHERE u."auth0_id" IS NULL AND m."role" <> 'OWNER';

DELETE FROM "memberships" m USING "users" u
WHERE u."id" = m."user_id" AND u."auth0_id" IS NULL AND m."role" <> 'OWNER';
