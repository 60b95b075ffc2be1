-- What every later migration stands on: extensions, the two roles, the actor of a transaction, and the
-- procedure that puts a table under row-level security.

create extension if not exists citext;
create extension if not exists pg_trgm;

-- Roles belong to the whole server, so databases that are set up at the same time meet here and try again.
-- Where the login may not make roles, an administrator makes both and grants them to the login beforehand.
do $$
declare
  role_name text;
begin
  for attempt in 1..50 loop
    begin
      foreach role_name in array array['exempta_app', 'exempta_system'] loop
        if not exists (select from pg_roles where rolname = role_name) then
          execute format('create role %I nologin noinherit', role_name);
        end if;
        -- From PostgreSQL 16 a membership may lack the right to take the role (set_option).
        if not (select rolsuper from pg_roles where rolname = current_user) and not exists (
          select from pg_auth_members m
          where m.roleid = role_name::regrole and m.member = current_user::regrole
            and coalesce((to_jsonb(m) ->> 'set_option')::boolean, true)
        ) then
          execute format('grant %I to %I', role_name, current_user);
        end if;
      end loop;
      return;
    exception when duplicate_object or unique_violation or internal_error then
      if attempt = 50 then raise; end if;
      perform pg_sleep(0.02 * random() + 0.01);
    end;
  end loop;
end $$;

revoke create on schema public from public;
grant usage on schema public to exempta_app, exempta_system;
alter default privileges in schema public
  grant select, insert, update, delete on tables to exempta_app, exempta_system;
alter default privileges in schema public
  grant usage, select on sequences to exempta_app, exempta_system;

-- The actor that the server names at the start of each transaction; null when there is none. In a policy
-- write (select exempta_actor_id()), so that it is asked once per statement and not once per row.
create function exempta_actor_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('exempta.actor_id', true), '')::uuid;

create function exempta_actor_role() returns text
  language sql stable parallel safe
  return nullif(current_setting('exempta.actor_role', true), '');

create function exempta_business_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('exempta.business_id', true), '')::uuid;

-- Every table calls this right after it is made: from then on a role sees only what a policy shows it.
-- The system role gets all rows by a policy of its own; the application role gets nothing until one is added.
create procedure exempta_protect(protected_table regclass)
  language plpgsql
  as $$
begin
  execute format('alter table %s enable row level security', protected_table);
  execute format('alter table %s force row level security', protected_table);
  execute format(
    'create policy system_sees_all on %s to exempta_system using (true) with check (true)', protected_table);
end $$;

revoke execute on procedure exempta_protect(regclass) from public;
