-- The audit log: every new entry waits for its seal.

set local role exempta_system;

-- Runs as the system role, since the application role may not write here: a row for an entry that is sealed
-- already would stop the sealing of all others.
create or replace function exempta_await_seal() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  insert into audit_unsealed (entry_id) select a.id from added a;
  return null;
end $$;
revoke execute on function exempta_await_seal() from public;

set local role none;

create or replace trigger await_seal after insert on audit_entries
  referencing new table as added for each statement execute function exempta_await_seal();
