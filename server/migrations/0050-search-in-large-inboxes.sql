-- Each letter of a text, and each two that stand together. What is too short to make a trigram is found by these.
-- The sign between pairs is none that is typed; a text that holds it only has fewer pairs.
create function pairs_of(content text) returns text[]
  language sql immutable strict parallel safe
  return array_remove(
    string_to_array(lower(content), null)
      || string_to_array(regexp_replace(lower(content), '(..)', E'\\1\x01', 'g'), E'\x01')
      || string_to_array(regexp_replace(substr(lower(content), 2), '(..)', E'\\1\x01', 'g'), E'\x01'),
    '');
create index document_shares_by_pair on document_shares using gin (pairs_of(search_text))
  where search_text is not null;

-- What the own business received whose text holds a part, in no order, up to a number, by an index of parts that is
-- asked for one word of it. Behind the view the planner cannot tell a rare word from a frequent one, and might read
-- everything for what nobody has; a plan for any word would do the same.
create function find_received(part text, word text, has_trigram boolean, most integer)
  returns table (id uuid, status text, shared_at timestamptz)
  language plpgsql stable security definer
  set search_path = pg_catalog, public
  set plan_cache_mode = force_custom_plan
  set enable_seqscan = off
  set enable_indexscan = off
  as $$
begin
  if has_trigram then
    return query select s.id, s.status, s.shared_at from received_search s
      where s.search_text ilike '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'
        and strpos(lower(s.search_text), lower(part)) > 0
      limit most;
  else
    return query select s.id, s.status, s.shared_at from received_search s
      where pairs_of(s.search_text) @> pairs_of(word) and strpos(lower(s.search_text), lower(part)) > 0
      limit most;
  end if;
end $$;
grant create on schema public to exempta_system;
alter function find_received(text, text, boolean, integer) owner to exempta_system;
revoke create on schema public from exempta_system;
set local role exempta_system;
revoke execute on function find_received(text, text, boolean, integer) from public;
grant execute on function find_received(text, text, boolean, integer) to exempta_app;
set local role none;
