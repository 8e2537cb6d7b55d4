-- The lease of a running download of a user's data. The previous version does not use the table.
CREATE TABLE "account_exports" (
    "user_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_exports_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "account_exports_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id")
        ON DELETE CASCADE ON UPDATE CASCADE
);
