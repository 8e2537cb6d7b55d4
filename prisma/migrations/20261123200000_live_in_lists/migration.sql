-- Whether a workspace is live, beside what a member's list shows of it: each row of a list was looked up among those that are
-- not, and these grow with everything else. Nearly all are, so nothing has to be written for it here.
ALTER TABLE "memberships" ADD COLUMN "workspace_live" boolean NOT NULL DEFAULT true;
