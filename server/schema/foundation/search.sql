-- What an index of the table document_shares computes.

-- Each letter of a text, and each two that stand together. What is too short to make a trigram is found by these.
-- The sign between pairs is none that is typed; a text that holds it only has fewer pairs.
create or replace function pairs_of(content text) returns text[]
  language sql immutable strict parallel safe
  return array_remove(
    string_to_array(lower(content), null)
      || string_to_array(regexp_replace(lower(content), '(..)', E'\\1\x01', 'g'), E'\x01')
      || string_to_array(regexp_replace(substr(lower(content), 2), '(..)', E'\\1\x01', 'g'), E'\x01'),
    '');
