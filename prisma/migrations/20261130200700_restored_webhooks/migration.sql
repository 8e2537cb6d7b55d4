-- Webhooks of a workspace that staff restored are paused until the owner resumes them.
ALTER TYPE "webhook_pause_reason" ADD VALUE 'RESTORED' AFTER 'OWNER_CHANGED';
