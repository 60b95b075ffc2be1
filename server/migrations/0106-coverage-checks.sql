-- Receipts of what was answered at a sale, and the rules that were asked, so that an answer can be explained years later.

-- Everything that was known when a receipt was saved; one row for each version that a receipt names.
create table coverage_rules (
  knowledge_version text primary key check (knowledge_version ~ '^[0-9a-f]{16}$'),
  states jsonb not null,
  forms jsonb not null,
  first_used_at timestamptz not null
);
call exempta_protect('coverage_rules');
revoke all on coverage_rules from exempta_app, exempta_system;
grant select, insert on coverage_rules to exempta_app, exempta_system;
grant delete on coverage_rules to exempta_system;
-- Published rules are nobody's data.
create policy coverage_rules_read on coverage_rules for select to exempta_app using (true);
create policy coverage_rules_add on coverage_rules for insert to exempta_app
  with check ((select exempta_business_id()) is not null);

-- Rows are only ever added. They outlive the share and the customer's account, because the seller has to show later why no
-- tax was charged; what says who the customer was is in the table below and can be erased.
create table coverage_checks (
  id uuid primary key,
  business_id uuid not null references businesses on delete cascade,
  code text not null check (code ~ '^[0-9A-Z]{4}-[0-9A-Z]{3}$'),
  customer_id uuid not null,
  share_id uuid,
  state text not null check (state ~ '^[A-Z]{2}$'),
  on_date date not null,
  kind text not null,
  amount_cents bigint check (amount_cents >= 0),
  reference text check (length(reference) between 1 and 100),
  is_own_use boolean not null,
  location_name text check (length(location_name) between 1 and 100),
  verdict text not null check (verdict in ('covered', 'check', 'not-covered')),
  reasons jsonb not null,
  notes text[] not null,
  ends_on date,
  allowed_reason text check (length(allowed_reason) between 1 and 300),
  knowledge_version text not null references coverage_rules,
  refund_of uuid references coverage_checks,
  person_id uuid,
  key_id uuid,
  at timestamptz not null,
  unique (business_id, code)
);
create index coverage_checks_by_time on coverage_checks (business_id, at desc, id desc);
create index coverage_checks_by_reference on coverage_checks (business_id, upper(reference) collate "C", at desc, id desc)
  where reference is not null;
create index coverage_checks_by_person on coverage_checks (person_id) where person_id is not null;
create index coverage_checks_by_age on coverage_checks (at);
create index coverage_checks_by_refunded on coverage_checks (refund_of) where refund_of is not null;
create index coverage_checks_by_knowledge on coverage_checks (knowledge_version);
call exempta_protect('coverage_checks');
revoke all on coverage_checks from exempta_app, exempta_system;
grant select, insert on coverage_checks to exempta_app, exempta_system;
-- Only after the years for which receipts are kept.
grant delete on coverage_checks to exempta_system;
create policy coverage_checks_read on coverage_checks for select to exempta_app
  using (business_id = (select exempta_business_id()) or person_id = (select exempta_actor_id()));
create policy coverage_checks_add on coverage_checks for insert to exempta_app with check (
  business_id = (select exempta_business_id())
  and (select exempta_actor_id()) = coalesce(person_id, key_id));

-- Who the customer was, and what the certificate said. Goes with the customer's account.
create table coverage_check_subjects (
  check_id uuid primary key references coverage_checks on delete cascade,
  business_id uuid not null,
  owner_id uuid not null references users on delete cascade,
  customer_name text not null,
  -- What the rules were asked with.
  facts jsonb not null
);
create index coverage_check_subjects_by_owner on coverage_check_subjects (owner_id, check_id);
call exempta_protect('coverage_check_subjects');
revoke all on coverage_check_subjects from exempta_app, exempta_system;
grant select, insert on coverage_check_subjects to exempta_app, exempta_system;
grant delete on coverage_check_subjects to exempta_system;
create policy coverage_check_subjects_read on coverage_check_subjects for select to exempta_app
  using (business_id = (select exempta_business_id()) or owner_id = (select exempta_actor_id()));
create policy coverage_check_subjects_add on coverage_check_subjects for insert to exempta_app
  with check (business_id = (select exempta_business_id()));

-- What the owner of a certificate may know about the sales that relied on it.
create view relied_on_certificates as
  select k.id, c.owner_id, k.state, k.on_date, k.verdict, k.at, b.name as business_name
  from coverage_check_subjects c
    join coverage_checks k on k.id = c.check_id
    join businesses b on b.id = k.business_id
  where c.owner_id = (select exempta_actor_id());
grant create on schema public to exempta_system;
alter view relied_on_certificates owner to exempta_system;
revoke create on schema public from exempta_system;
revoke all on relied_on_certificates from exempta_app;
grant select on relied_on_certificates to exempta_app;
