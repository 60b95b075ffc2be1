-- Emails about what recipients do with a person's documents. New accounts get them until they turn them off.

alter table notification_preferences add mailed_outcomes text[] not null default '{}'
  check (mailed_outcomes <@ array['verified', 'rejected', 'first-view']);

-- Accounts that exist keep what they chose: reviews were emailed with everything else about businesses.
-- As the system role, since row-level security holds for the owner of the tables, too.
set local role exempta_system;
update notification_preferences set mailed_outcomes = '{verified,rejected}' where 'businesses' = any(mailed_types);
set local role none;

create function set_default_preferences() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  insert into notification_preferences (user_id, mailed_types, mailed_outcomes, updated_at)
    values (new.id, '{}', '{verified,rejected,first-view}', new.created_at)
    on conflict do nothing;
  return null;
end $$;
revoke execute on function set_default_preferences() from public;
grant create on schema public to exempta_system;
alter function set_default_preferences() owner to exempta_system;
revoke create on schema public from exempta_system;
create trigger set_default_preferences after insert on users
  for each row when (new.role = 'user') execute function set_default_preferences();
