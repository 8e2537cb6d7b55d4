-- The links with which the owner of a mailbox takes over what staff prepared for the address. The previous version does not use the
-- table: it hands over at a login.
CREATE TABLE "placeholder_links" (
    "token_hash" TEXT NOT NULL,
    "placeholder_id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "placeholder_links_pkey" PRIMARY KEY ("token_hash")
);

-- CreateIndex
CREATE INDEX "placeholder_links_placeholder_id_idx" ON "placeholder_links"("placeholder_id");

-- CreateIndex
CREATE INDEX "placeholder_links_workspace_id_idx" ON "placeholder_links"("workspace_id");

-- CreateIndex
CREATE INDEX "placeholder_links_expires_at_idx" ON "placeholder_links"("expires_at");

-- AddForeignKey
ALTER TABLE "placeholder_links" ADD CONSTRAINT "placeholder_links_placeholder_id_fkey" FOREIGN KEY ("placeholder_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "placeholder_links" ADD CONSTRAINT "placeholder_links_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;
