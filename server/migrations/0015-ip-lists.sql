-- From which addresses the admin area and each business may be used; no list, or an empty one, lets all in.

create table admin_ip_list (
  ranges cidr[] not null,
  updated_at timestamptz not null
);
create unique index admin_ip_list_is_one_row on admin_ip_list ((true));
call exempta_protect('admin_ip_list');
revoke delete on admin_ip_list from exempta_app;
create policy of_administrators on admin_ip_list to exempta_app
  using ((select exempta_actor_role()) = 'admin') with check ((select exempta_actor_role()) = 'admin');

create table business_ip_lists (
  business_id uuid primary key references businesses on delete cascade,
  ranges cidr[] not null,
  updated_at timestamptz not null
);
call exempta_protect('business_ip_lists');
revoke delete on business_ip_lists from exempta_app;
create policy of_own_business on business_ip_lists to exempta_app
  using (business_id = (select exempta_business_id()))
  with check (business_id = (select exempta_business_id()));

-- What counts for a person of this role and business. Plain enough to become part of the asking query.
create function exempta_allowed_ranges(person_role text, member_of uuid) returns text[]
  language sql stable
  return case person_role
    when 'admin' then (select ranges::text[] from admin_ip_list)
    when 'business' then (select ranges::text[] from business_ip_lists where business_id = member_of)
  end;

set local role exempta_system;
drop function find_session(bytea);
set local role none;
create function find_session(wanted bytea)
  returns table (
    id uuid, stage text, created_at timestamptz, last_seen_at timestamptz,
    user_id uuid, name text, email text, role text, status text,
    is_email_verified boolean, has_temporary_password boolean, has_two_factor boolean,
    business_id uuid, business_name text, business_status text, member_role text, member_status text,
    allowed_ranges text[]
  )
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
begin
  return query
    select s.id, s.stage, s.created_at, s.last_seen_at,
      u.id, u.name, u.email::text, u.role, u.status,
      u.email_verified_at is not null, coalesce(p.is_temporary, false), t.enabled_at is not null,
      b.id, b.name, b.status, m.role, m.status,
      exempta_allowed_ranges(u.role, b.id)
    from sessions s
      join users u on u.id = s.user_id
      left join passwords p on p.user_id = u.id
      left join two_factor t on t.user_id = u.id
      left join business_users m on m.user_id = u.id
      left join businesses b on b.id = m.business_id
    where s.token_hash = wanted;
end $$;
-- The new owner makes the grant: a change of owner takes the old owner's rights along.
grant create on schema public to exempta_system;
alter function find_session(bytea) owner to exempta_system;
revoke create on schema public from exempta_system;
set local role exempta_system;
revoke execute on function find_session(bytea) from public;
grant execute on function find_session(bytea) to session_user;
set local role none;
