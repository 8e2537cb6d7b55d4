-- CreateTable
CREATE TABLE "invitation_proofs" (
    "invitation_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "invitation_proofs_pkey" PRIMARY KEY ("invitation_id","user_id")
);

-- CreateIndex
CREATE INDEX "invitation_proofs_user_id_idx" ON "invitation_proofs"("user_id");

-- AddForeignKey
ALTER TABLE "invitation_proofs" ADD CONSTRAINT "invitation_proofs_invitation_id_fkey" FOREIGN KEY ("invitation_id") REFERENCES "invitations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation_proofs" ADD CONSTRAINT "invitation_proofs_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
