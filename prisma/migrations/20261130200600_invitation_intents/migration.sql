-- Acceptances of invitations before a login (docs/decisions/0093-an-acceptance-before-the-login.md).

CREATE TABLE "invitation_intents" (
    "browser_hash" TEXT NOT NULL,
    "invitation_id" TEXT NOT NULL,
    "role" "workspace_role" NOT NULL,
    "user_id" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invitation_intents_pkey" PRIMARY KEY ("browser_hash"),
    CONSTRAINT "invitation_intents_invitation_id_fkey" FOREIGN KEY ("invitation_id") REFERENCES "invitations"("id")
        ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "invitation_intents_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id")
        ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "invitation_intents_role_check" CHECK ("role" <> 'OWNER')
);
CREATE INDEX "invitation_intents_invitation_id_idx" ON "invitation_intents"("invitation_id");
CREATE INDEX "invitation_intents_user_id_idx" ON "invitation_intents"("user_id");
CREATE INDEX "invitation_intents_expires_at_idx" ON "invitation_intents"("expires_at");
