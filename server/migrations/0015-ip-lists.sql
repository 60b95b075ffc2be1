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

-- The server asks for a session in one statement as the system role.
set local role exempta_system;
drop function find_session(bytea);
set local role none;
