-- Businesses and their team members.

set local role exempta_system;

-- What anybody signed in may know of a business: enough to choose it as a receiver and to know it again.
create or replace view business_names as
  select id, name, verified, status from businesses;
grant select on business_names to exempta_app;

-- What members may know of each other. Owned by the system, so the condition is the wall: name no other business.
create or replace view team_members as
  select m.id, m.business_id, m.user_id, u.name, u.email::text as email, m.role, m.status, m.date_added, m.last_active
  from business_users m join users u on u.id = m.user_id
  where m.business_id = (select exempta_business_id());
grant select on team_members to exempta_app;

-- Lists sort by the number of members, so it is kept with the business, whoever adds or removes one.
create or replace function count_business_users() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  if tg_op <> 'INSERT' then
    update businesses set user_count = user_count - 1 where id = old.business_id;
  end if;
  if tg_op <> 'DELETE' then
    update businesses set user_count = user_count + 1 where id = new.business_id;
  end if;
  return null;
end $$;

set local role none;

create or replace trigger count_business_users
  after insert or delete or update of business_id on business_users
  for each row execute function count_business_users();

-- When a member was last there: at the sign-in, and whenever the session was renewed by activity.
create or replace function note_member_activity() returns trigger language plpgsql as $$
begin
  update business_users set last_active = new.last_seen_at
    where user_id = new.user_id and (last_active is null or last_active < new.last_seen_at);
  return null;
end $$;

create or replace trigger note_member_activity
  after insert or update of last_seen_at on sessions
  for each row when (new.stage = 'full') execute function note_member_activity();
