-- "destroy_address_keys" looks for another account with the mailbox.
CREATE INDEX CONCURRENTLY "users_mailbox_hash_idx" ON "users"("mailbox_hash");
