-- Businesses and the people who work for them. A person works for one business; name and address of a member
-- are those of the person, in the erasable table.

create table businesses (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email citext not null,
  status text not null default 'pending' check (status in ('active', 'inactive', 'pending')),
  verified boolean not null default false,
  business_type text
    check (business_type in ('Retail', 'Healthcare', 'Education', 'Government', 'Nonprofit', 'Other')),
  tax_id text,
  phone text,
  website text,
  address text,
  documents_received integer not null default 0 check (documents_received >= 0),
  user_count integer not null default 0 check (user_count >= 0),
  date_registered timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
call exempta_protect('businesses');
revoke all on businesses from exempta_app;
grant select on businesses to exempta_app;
create policy own_or_admin on businesses for select to exempta_app
  using (id = (select exempta_business_id()) or (select exempta_actor_role()) = 'admin');

create table business_users (
  id uuid primary key default gen_random_uuid(),
  business_id uuid not null references businesses on delete cascade,
  user_id uuid not null unique references users on delete cascade,
  role text not null check (role in ('viewer', 'manager')),
  status text not null default 'active' check (status in ('active', 'pending')),
  date_added timestamptz not null,
  last_active timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index business_users_by_business on business_users (business_id, date_added desc, id desc);
call exempta_protect('business_users');
revoke all on business_users from exempta_app;
grant select on business_users to exempta_app;
create policy own_firm_or_admin on business_users for select to exempta_app
  using (business_id = (select exempta_business_id()) or (select exempta_actor_role()) = 'admin');

-- Lists sort by the number of members, so it is kept with the business, whoever adds or removes one.
create function count_business_users() returns trigger
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
grant create on schema public to exempta_system;
alter function count_business_users() owner to exempta_system;
revoke create on schema public from exempta_system;
create trigger count_business_users
  after insert or delete or update of business_id on business_users
  for each row execute function count_business_users();
