-- AlterTable
ALTER TABLE "invitation_emails" ADD COLUMN     "inviter_id" TEXT,
ADD COLUMN     "workspace_id" TEXT;

-- AlterTable
ALTER TABLE "invitations" ADD COLUMN     "email_limited_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "invitation_emails_inviter_id_idx" ON "invitation_emails"("inviter_id");

-- CreateIndex
CREATE INDEX "invitation_emails_workspace_id_idx" ON "invitation_emails"("workspace_id");

-- AddForeignKey
ALTER TABLE "invitation_emails" ADD CONSTRAINT "invitation_emails_inviter_id_fkey" FOREIGN KEY ("inviter_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation_emails" ADD CONSTRAINT "invitation_emails_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE SET NULL ON UPDATE CASCADE;
