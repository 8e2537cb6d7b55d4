-- What staff search by: decision 15. Trusted: the owner of the database may add it.
CREATE EXTENSION IF NOT EXISTS "pg_trgm";

-- A text as it is compared: in small letters, without accents, and short enough to be one word of a tsvector.
CREATE FUNCTION "folded"("text" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN left(
    translate(regexp_replace(normalize(lower("text"), NFKD), '[\u0300-\u036f]', '', 'g'), 'øłđðħı', 'olddhi'),
    500
  );

-- The words of a text, and with them what is looked for as a whole.
CREATE FUNCTION "search_words"("text" text, "wholes" text[]) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN array_to_tsvector(array_remove(array_remove(
    string_to_array(regexp_replace("text", '[\s!-/:-@\[-`{-~’·]+', ' ', 'g'), ' ') || "wholes",
    ''), NULL));

-- The host and path of a customer's own instance. The other addresses are shared by many and tell nothing apart.
CREATE FUNCTION "own_address"("env_type" instance_env_type, "url" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN "env_type" = 'PRIVATE' THEN rtrim(split_part("url", '://', 2), '/') END;

-- For whole names and beginnings of words.
CREATE FUNCTION "user_words"("first_name" text, "last_name" text, "nickname" text, "email" text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN search_words(
    coalesce(folded("first_name"), '') || ' ' || coalesce(folded("last_name"), '') || ' ' || folded("nickname") || ' ' ||
      folded("email"),
    ARRAY['=' || folded("first_name"), '=' || folded("last_name"), '=' || folded("first_name" || ' ' || "last_name"),
      '=' || folded("nickname")]
  );

CREATE FUNCTION "workspace_words"("display_name" text, "env_type" instance_env_type, "url" text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN search_words(
    folded("display_name") || ' ' || coalesce(folded(own_address("env_type", "url")), ''),
    ARRAY['=' || folded("display_name"), '=' || folded(own_address("env_type", "url"))]
  );

-- For any parts, also within words. Not folded: every row that shares the trigrams of a part is compared by this.
CREATE FUNCTION "user_text"("first_name" text, "last_name" text, "nickname" text, "email" text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN lower(
    coalesce("first_name", '') || ' ' || coalesce("last_name", '') || E'\n' || "nickname" || E'\n' || "email"
  );

CREATE FUNCTION "workspace_text"("display_name" text, "env_type" instance_env_type, "url" text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN lower("display_name" || E'\n' || coalesce(own_address("env_type", "url"), ''));
