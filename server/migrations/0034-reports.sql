-- Reports: a role that can read their columns and nothing else, what it reads, and the saved templates.

-- As for the other two roles: they belong to the whole server, so databases set up at the same time meet here.
do $$
begin
  for attempt in 1..50 loop
    begin
      if not exists (select from pg_roles where rolname = 'exempta_reports') then
        create role exempta_reports nologin noinherit;
      end if;
      if not (select rolsuper from pg_roles where rolname = current_user) and not exists (
        select from pg_auth_members m
        where m.roleid = 'exempta_reports'::regrole and m.member = current_user::regrole
          and coalesce((to_jsonb(m) ->> 'set_option')::boolean, true)
      ) then
        execute format('grant exempta_reports to %I', current_user);
      end if;
      return;
    exception when duplicate_object or unique_violation or internal_error then
      if attempt = 50 then raise; end if;
      perform pg_sleep(0.02 * random() + 0.01);
    end;
  end loop;
end $$;

grant usage on schema public to exempta_reports;

-- The columns of reports, under their names. The role has no right to any table: a column that is not here cannot be
-- read, whatever statement is made. Owned by the system, so the condition is the wall: none but administrators.
create view report_documents as
  select id, name, type, status, created_at as date_uploaded, processed_at as date_processed, owner_id as user_id,
    created_at, updated_at
  from documents where (select exempta_actor_role()) = 'admin';

create view report_businesses as
  select id, name, email::text as email, status, verified, business_type, tax_id, date_registered,
    documents_received, user_count, created_at, updated_at
  from businesses where (select exempta_actor_role()) = 'admin';

create view report_users as
  select id, name, email::text as email, role, status, created_at, updated_at
  from users where (select exempta_actor_role()) = 'admin';

create view report_document_shares as
  select id, document_id, business_id, shared_at, created_at, updated_at
  from document_shares where (select exempta_actor_role()) = 'admin';

create view report_business_users as
  select m.id, m.business_id, u.name, u.email::text as email, m.role, m.status, m.date_added, m.last_active,
    m.created_at, m.updated_at
  from business_users m left join users u on u.id = m.user_id
  where (select exempta_actor_role()) = 'admin';

grant create on schema public to exempta_system;
alter view report_documents owner to exempta_system;
alter view report_businesses owner to exempta_system;
alter view report_users owner to exempta_system;
alter view report_document_shares owner to exempta_system;
alter view report_business_users owner to exempta_system;
revoke create on schema public from exempta_system;
revoke all on report_documents, report_businesses, report_users, report_document_shares, report_business_users
  from exempta_app;
grant select on report_documents, report_businesses, report_users, report_document_shares, report_business_users
  to exempta_reports;

-- Reports show the newest first unless told otherwise.
create index documents_by_creation on documents (created_at desc, id desc);
create index document_shares_by_creation on document_shares (created_at desc, id desc);

-- Templates belong to all administrators.
create table report_templates (
  id uuid primary key,
  name text not null check (length(name) between 1 and 100),
  description text not null check (length(description) <= 300),
  type text not null
    check (type in ('documents', 'businesses', 'users', 'document_shares', 'business_users')),
  settings jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index report_templates_by_creation on report_templates (created_at desc, id desc);
call exempta_protect('report_templates');
create policy report_templates_of_administrators on report_templates to exempta_app
  using ((select exempta_actor_role()) = 'admin') with check ((select exempta_actor_role()) = 'admin');

-- Each administrator chooses what is mailed to them.
create table report_schedules (
  template_id uuid not null references report_templates on delete cascade,
  user_id uuid not null references users on delete cascade,
  every text not null check (every in ('daily', 'weekly', 'monthly')),
  next_at timestamptz not null,
  created_at timestamptz not null,
  primary key (template_id, user_id)
);
create index report_schedules_by_user on report_schedules (user_id);
create index report_schedules_by_time on report_schedules (next_at);
call exempta_protect('report_schedules');
create policy report_schedules_own on report_schedules to exempta_app
  using (user_id = (select exempta_actor_id()) and (select exempta_actor_role()) = 'admin')
  with check (user_id = (select exempta_actor_id()) and (select exempta_actor_role()) = 'admin');
