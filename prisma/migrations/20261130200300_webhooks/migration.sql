-- Addresses to which the events of a workspace are sent (docs/decisions/0090-webhooks.md).

CREATE TYPE "webhook_pause_reason" AS ENUM ('MANUAL', 'OWNER_CHANGED', 'GONE', 'FAILING');
CREATE TYPE "webhook_failure" AS ENUM ('TIMEOUT', 'BLOCKED', 'NOT_FOUND', 'TLS', 'CONNECTION');
CREATE TYPE "webhook_delivery_state" AS ENUM ('DELIVERED', 'FAILING', 'SET_ASIDE');

CREATE TABLE "webhooks" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "kinds" TEXT[] NOT NULL,
    "secret" BYTEA NOT NULL,
    "previous_secret" BYTEA,
    "previous_secret_expires_at" TIMESTAMPTZ(3),
    "cursor" BIGINT NOT NULL,
    "failing_since" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3),
    "last_delivered_at" TIMESTAMPTZ(3),
    "paused_at" TIMESTAMPTZ(3),
    "pause_reason" "webhook_pause_reason",
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhooks_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id")
        ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "webhooks_paused_check" CHECK (("paused_at" IS NULL) = ("pause_reason" IS NULL)),
    CONSTRAINT "webhooks_previous_secret_check" CHECK (("previous_secret" IS NULL) = ("previous_secret_expires_at" IS NULL))
);
CREATE INDEX "webhooks_workspace_id_idx" ON "webhooks"("workspace_id");

CREATE TABLE "webhook_deliveries" (
    "webhook_id" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "entry_id" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "state" "webhook_delivery_state" NOT NULL,
    "attempts" INTEGER NOT NULL,
    "first_attempt_at" TIMESTAMPTZ(3) NOT NULL,
    "last_attempt_at" TIMESTAMPTZ(3) NOT NULL,
    "status" INTEGER,
    "failure" "webhook_failure",
    "answer" TEXT NOT NULL,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("webhook_id", "sequence"),
    CONSTRAINT "webhook_deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id")
        ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "webhook_deliveries_last_attempt_at_idx" ON "webhook_deliveries"("last_attempt_at");
