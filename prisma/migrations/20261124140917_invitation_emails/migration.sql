-- CreateTable
CREATE TABLE "invitation_emails" (
    "id" TEXT NOT NULL,
    "mailbox_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitation_emails_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "invitation_emails_mailbox_hash_created_at_idx" ON "invitation_emails"("mailbox_hash", "created_at");

-- CreateIndex
CREATE INDEX "invitation_emails_created_at_idx" ON "invitation_emails"("created_at");
