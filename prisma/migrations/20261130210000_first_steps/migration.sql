-- Whether the list of workspaces shows a new user the first steps. Users from before this migration do not see them.
ALTER TABLE "users" ADD COLUMN "shows_first_steps" BOOLEAN NOT NULL DEFAULT false;
