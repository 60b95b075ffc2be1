-- People whose name or address holds a part of a text, in no order, up to a number. Under policies the planner has no
-- statistics to tell a rare word from a frequent one, and would read the whole table for what nobody has: here the
-- trigrams are always asked. One or two letters make no trigram inside a word, so they count where words begin.
create function find_people(part text, begins_word boolean, most integer) returns setof uuid
  language plpgsql stable security definer
  set search_path = pg_catalog, public
  set enable_seqscan = off
  set enable_indexscan = off
  as $$
begin
  if exempta_actor_role() is distinct from 'admin' then
    return;
  elsif begins_word then
    return query select id from users
      where name ilike part || '%' or name ilike '% ' || part || '%'
        or email::text ilike part || '%' or email::text ilike '%@' || part || '%'
      limit most;
  else
    return query select id from users
      where name ilike '%' || part || '%' or email::text ilike '%' || part || '%'
      limit most;
  end if;
end $$;
grant create on schema public to exempta_system;
alter function find_people(text, boolean, integer) owner to exempta_system;
revoke create on schema public from exempta_system;
set local role exempta_system;
revoke execute on function find_people(text, boolean, integer) from public;
grant execute on function find_people(text, boolean, integer) to exempta_app;
set local role none;
