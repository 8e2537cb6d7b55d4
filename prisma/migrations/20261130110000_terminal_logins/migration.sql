-- Logins of command-line clients (docs/decisions/0087-terminal-logins.md).

-- A terminal login is a session, so that all that ends sessions ends it.
ALTER TABLE "sessions" ADD COLUMN "is_terminal" BOOLEAN NOT NULL DEFAULT false;
-- Staff rights need a browser.
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_terminal_check" CHECK (NOT ("is_terminal" AND "is_staff"));

CREATE TABLE "terminal_logins" (
    "session_id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "host" TEXT,
    "scopes" TEXT[] NOT NULL,
    -- Empty for all workspaces of the user.
    "workspace_ids" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    -- 32 random bytes. The database creates them, so that they are in no statement that it could log.
    "chain_key" BYTEA NOT NULL DEFAULT sha256((uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))),
    "secret_hash" TEXT NOT NULL,
    "generation" INTEGER NOT NULL DEFAULT 0,
    "replaced_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "terminal_logins_pkey" PRIMARY KEY ("session_id"),
    CONSTRAINT "terminal_logins_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id")
        ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "terminal_requests" (
    -- The id of the session that a redeemed request becomes.
    "id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "host" TEXT,
    "ip" TEXT,
    -- What the client asks for, and after the approval what it gets.
    "scopes" TEXT[] NOT NULL,
    "device_code_hash" TEXT,
    "user_code_hash" TEXT,
    "interval_seconds" INTEGER NOT NULL DEFAULT 5,
    "polled_at" TIMESTAMPTZ(3),
    "code_hash" TEXT,
    "code_challenge" TEXT,
    "redirect_uri" TEXT,
    -- The session that approved it, with whose end the approval ends.
    "session_id" TEXT,
    "workspace_ids" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "denied_at" TIMESTAMPTZ(3),
    "redeemed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "terminal_requests_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "terminal_requests_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id")
        ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "terminal_requests_id_check" CHECK (length("id") = 26),
    -- Either a device, or a client on the machine of the browser, which is approved from the start.
    CONSTRAINT "terminal_requests_kind_check" CHECK (
        ("device_code_hash" IS NULL) = ("user_code_hash" IS NULL)
        AND ("device_code_hash" IS NULL) = ("code_hash" IS NOT NULL)
        AND ("code_hash" IS NULL) = ("code_challenge" IS NULL)
        AND ("code_hash" IS NULL) = ("redirect_uri" IS NULL)
        AND ("code_hash" IS NULL OR "session_id" IS NOT NULL))
);
CREATE UNIQUE INDEX "terminal_requests_device_code_hash_key" ON "terminal_requests"("device_code_hash");
CREATE UNIQUE INDEX "terminal_requests_user_code_hash_key" ON "terminal_requests"("user_code_hash");
CREATE UNIQUE INDEX "terminal_requests_code_hash_key" ON "terminal_requests"("code_hash");
CREATE INDEX "terminal_requests_session_id_idx" ON "terminal_requests"("session_id");
CREATE INDEX "terminal_requests_expires_at_idx" ON "terminal_requests"("expires_at");
