-- Notifications and the emails about them.

set local role exempta_system;

create or replace function set_default_preferences() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  insert into notification_preferences (user_id, mailed_types, mailed_outcomes, updated_at)
    values (new.id, '{}', '{verified,rejected,first-view,expiring}', new.created_at)
    on conflict do nothing;
  return null;
end $$;
revoke execute on function set_default_preferences() from public;

set local role none;

create or replace trigger set_default_preferences after insert on users
  for each row when (new.role = 'user') execute function set_default_preferences();
