-- Writes the domains of email addresses in ASCII (`xn--…`), as the contract's `Email` does now. A previous version that still runs may
-- store a domain in Unicode; the next login of that user corrects it.

-- A label of a domain in Punycode. Source: RFC 3492 section 6.3.
CREATE FUNCTION pg_temp."label_in_ascii"("label" text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  digits CONSTANT text := 'abcdefghijklmnopqrstuvwxyz0123456789';
  points CONSTANT int[] := ARRAY(SELECT ascii(letter) FROM regexp_split_to_table("label", '') WITH ORDINALITY AS l (letter, at) ORDER BY at);
  output text := regexp_replace("label", '[^\x01-\x7f]', '', 'g');
  basic CONSTANT int := length(output);
  handled int := basic;
  n int := 128;
  delta int := 0;
  bias int := 72;
  next_n int;
  point int;
  q int;
  k int;
  t int;
BEGIN
  IF basic = cardinality(points) THEN RETURN "label"; END IF;
  IF basic > 0 THEN output := output || '-'; END IF;
  WHILE handled < cardinality(points) LOOP
    SELECT min(p) INTO next_n FROM unnest(points) AS p WHERE p >= n;
    delta := delta + (next_n - n) * (handled + 1);
    n := next_n;
    FOREACH point IN ARRAY points LOOP
      IF point < n THEN delta := delta + 1; END IF;
      CONTINUE WHEN point <> n;
      q := delta;
      k := 36;
      LOOP
        t := greatest(1, least(26, k - bias));
        EXIT WHEN q < t;
        output := output || substr(digits, t + (q - t) % (36 - t) + 1, 1);
        q := (q - t) / (36 - t);
        k := k + 36;
      END LOOP;
      output := output || substr(digits, q + 1, 1);
      delta := CASE WHEN handled = basic THEN delta / 700 ELSE delta / 2 END;
      delta := delta + delta / (handled + 1);
      k := 0;
      WHILE delta > 455 LOOP
        delta := delta / 35;
        k := k + 36;
      END LOOP;
      bias := k + 36 * delta / (delta + 38);
      delta := 0;
      handled := handled + 1;
    END LOOP;
    delta := delta + 1;
    n := n + 1;
  END LOOP;
  RETURN 'xn--' || output;
END
$$;

CREATE FUNCTION pg_temp."email_in_ascii"("email" text) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN split_part("email", '@', 1) || '@' || (
    SELECT string_agg(pg_temp."label_in_ascii"(label), '.' ORDER BY at)
    FROM regexp_split_to_table(lower(normalize(split_part("email", '@', 2), NFC)), '[.。．｡]') WITH ORDINALITY AS labels (label, at)
  );

UPDATE "users" SET "email" = pg_temp."email_in_ascii"("email") WHERE split_part("email", '@', 2) ~ '[^\x01-\x7f]';
UPDATE "sessions" SET "verified_email" = pg_temp."email_in_ascii"("verified_email")
  WHERE split_part("verified_email", '@', 2) ~ '[^\x01-\x7f]';

DROP FUNCTION pg_temp."email_in_ascii"(text);
DROP FUNCTION pg_temp."label_in_ascii"(text);
