-- The placeholder of an address stays when its invitations are claimed, so nothing deletes users any more.
DROP FUNCTION "delete_claimed_placeholder"(text);
