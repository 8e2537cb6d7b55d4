-- A session gets a public id, to which instance tokens and codes refer, and shows where it is used. The default of the id serves
-- existing sessions and the previous version. Sessions are few and short-lived, so the table is rewritten at once.
ALTER TABLE "sessions"
  ADD COLUMN "id" TEXT NOT NULL DEFAULT upper(left(replace(gen_random_uuid()::text, '-', ''), 26)),
  ADD COLUMN "ip" TEXT,
  ADD COLUMN "user_agent" TEXT;

CREATE UNIQUE INDEX "sessions_id_key" ON "sessions"("id");

ALTER TABLE "sessions" ADD CONSTRAINT "sessions_id_check" CHECK (length("id") = 26);

-- No code or instance token outlives its session, whichever version of the API or operator deletes it. Without a session are only
-- those of the previous version. A later release makes the columns required.
ALTER TABLE "connect_codes" ADD COLUMN "session_id" TEXT;
ALTER TABLE "instance_tokens" ADD COLUMN "session_id" TEXT;

CREATE INDEX "connect_codes_session_id_idx" ON "connect_codes"("session_id");

ALTER TABLE "connect_codes" ADD CONSTRAINT "connect_codes_session_id_fkey"
  FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "instance_tokens" ADD CONSTRAINT "instance_tokens_session_id_fkey"
  FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;
