-- Audit binders: what a business hands to an auditor about one state and period, as one signed file.

create table binders (
  id uuid primary key,
  business_id uuid not null references businesses on delete cascade,
  state text not null check (state ~ '^[A-Z]{2}$'),
  from_on date not null,
  to_on date not null check (to_on >= from_on),
  -- `outdated`: someone whose certificate is in the file withdrew it or deleted their account, so the file is gone.
  status text not null default 'draft' check (status in ('draft', 'preparing', 'ready', 'failed', 'outdated')),
  has_list boolean not null default false,
  -- As they were when the file was made; until then they are counted when someone looks.
  counts jsonb not null default '{}',
  done_count integer not null default 0 check (done_count >= 0),
  total_count integer not null default 0 check (total_count >= 0),
  size_bytes bigint check (size_bytes > 0),
  -- Those who were asked for a certificate.
  campaign_id uuid references campaigns on delete set null,
  requested_by uuid references users on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz not null
);
create index binders_by_business on binders (business_id, created_at desc, id desc);
create index binders_by_requester on binders (requested_by) where requested_by is not null;
create index binders_by_campaign on binders (campaign_id) where campaign_id is not null;
create index binders_by_end on binders (expires_at);
create index binders_preparing on binders (updated_at) where status = 'preparing';
call exempta_protect('binders');
create policy binders_own on binders to exempta_app
  using (business_id = (select exempta_business_id()))
  with check (business_id = (select exempta_business_id()));

-- The auditor's list of invoices, a row for each of its lines.
create table binder_sales (
  binder_id uuid not null references binders on delete cascade,
  line integer not null check (line > 0),
  reference text check (length(reference) between 1 and 100),
  -- As references are compared: without regard to upper and lower case.
  reference_key text collate "C",
  customer_name text check (length(customer_name) between 1 and 120),
  email citext,
  sale_on date,
  -- The receipt with the same reference.
  check_id uuid references coverage_checks on delete set null,
  -- The same reference is on an earlier line, which is the one that counts.
  is_twice boolean not null,
  primary key (binder_id, line)
);
create unique index binder_sales_by_reference on binder_sales (binder_id, reference_key)
  where reference_key is not null and not is_twice;
create index binder_sales_by_check on binder_sales (check_id) where check_id is not null;
create index binder_sales_by_email on binder_sales (email) where email is not null;
call exempta_protect('binder_sales');
create policy binder_sales_own on binder_sales to exempta_app
  using (exists (
    select from binders b where b.id = binder_id and b.business_id = (select exempta_business_id())))
  with check (exists (
    select from binders b where b.id = binder_id and b.business_id = (select exempta_business_id())));

-- Receipts of a state, customer by customer.
create index coverage_checks_by_customer on coverage_checks (business_id, state, customer_id, on_date, id);

-- The file goes with its binder, whoever deletes it or makes it outdated.
create function destroy_binder_file() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  with gone as (
    delete from stored_files where document_id = old.id and rendition = 'binder' returning object_name
  )
  insert into discarded_objects (object_name, discarded_at) select object_name, now() from gone;
  return null;
end $$;
grant create on schema public to exempta_system;
alter function destroy_binder_file() owner to exempta_system;
revoke create on schema public from exempta_system;
set local role exempta_system;
revoke execute on function destroy_binder_file() from public;
set local role none;
create trigger destroy_binder_file
  after delete on binders for each row execute function destroy_binder_file();
create trigger destroy_outdated_binder_file
  after update of status on binders
  for each row when (old.status = 'ready' and new.status <> 'ready') execute function destroy_binder_file();
