-- Whether a login had a second factor (docs/decisions/0088-login-and-security.md). Null for the sessions of earlier versions.

ALTER TABLE "sessions" ADD COLUMN "with_second_factor" BOOLEAN;
