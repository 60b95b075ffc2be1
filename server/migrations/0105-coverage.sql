-- Whether a purchase is covered: the customers of a business, what they are found by, and the answer for each share and
-- state, kept when something changes, so that lists need not ask the rules for each certificate.

-- Where a business sells. The state of a location is the first one that the counter page asks about.
create table business_locations (
  id uuid primary key,
  business_id uuid not null references businesses on delete cascade,
  name text not null check (length(name) between 1 and 100),
  state text not null check (state ~ '^[A-Z]{2}$'),
  created_at timestamptz not null
);
create unique index business_locations_by_name on business_locations (business_id, lower(name));
call exempta_protect('business_locations');
create policy business_locations_own on business_locations to exempta_app
  using (business_id = (select exempta_business_id()))
  with check (business_id = (select exempta_business_id()));

-- A buyer, as the certificates of one account name it. An account can hold certificates of several buyers.
create table coverage_customers (
  id uuid primary key,
  business_id uuid not null references businesses on delete cascade,
  owner_id uuid not null references users on delete cascade,
  name text not null check (length(name) between 1 and 300),
  email text not null,
  unique (business_id, owner_id, name)
);
create index coverage_customers_by_owner on coverage_customers (owner_id);

-- Words that a customer is found by when they are typed from their beginning. The collation makes that one range of
-- the index, so a search costs the same however many customers there are.
create table coverage_terms (
  business_id uuid not null,
  term text collate "C" not null check (length(term) between 1 and 320),
  customer_id uuid not null references coverage_customers on delete cascade,
  primary key (business_id, term, customer_id)
);
create index coverage_terms_by_customer on coverage_terms (customer_id);

create table coverage_index (
  share_id uuid not null references document_shares on delete cascade,
  state text not null check (state ~ '^[A-Z]{2}$'),
  business_id uuid not null references businesses on delete cascade,
  owner_id uuid not null references users on delete cascade,
  customer_id uuid not null references coverage_customers on delete cascade,
  customer_name text collate "C" not null,
  verdict text not null check (verdict in ('covered', 'check', 'not-covered')),
  ends_on date,
  -- The last recorded sale that relied on it.
  last_purchase_on date,
  -- When time alone may change the verdict.
  judge_again_at timestamptz not null,
  knowledge_version text not null,
  primary key (share_id, state)
);
create index coverage_index_by_customer on coverage_index (customer_id, share_id);
create index coverage_index_by_name on coverage_index (business_id, customer_name, share_id, state);
create index coverage_index_by_verdict on coverage_index (business_id, verdict, customer_name, share_id, state);
create index coverage_index_by_state on coverage_index (business_id, state, customer_name, share_id);
create index coverage_index_by_end on coverage_index (business_id, ends_on) where ends_on is not null;
create index coverage_index_by_owner on coverage_index (owner_id);
create index coverage_index_due on coverage_index (judge_again_at);
create index coverage_index_by_knowledge on coverage_index (knowledge_version);

-- Both sides of a share change what it covers: the owner by sharing and confirming, the business by reviewing.
call exempta_protect('coverage_customers');
create policy coverage_customers_of_both on coverage_customers to exempta_app
  using (business_id = (select exempta_business_id()) or owner_id = (select exempta_actor_id()))
  with check (business_id = (select exempta_business_id()) or owner_id = (select exempta_actor_id()));
call exempta_protect('coverage_terms');
create policy coverage_terms_of_both on coverage_terms to exempta_app
  using (business_id = (select exempta_business_id())
    or exists (select from coverage_customers c where c.id = customer_id))
  with check (exists (
    select from coverage_customers c where c.id = customer_id and c.business_id = coverage_terms.business_id));
call exempta_protect('coverage_index');
create policy coverage_index_of_both on coverage_index to exempta_app
  using (business_id = (select exempta_business_id()) or owner_id = (select exempta_actor_id()))
  with check (
    business_id = (select exempta_business_id())
    or (owner_id = (select exempta_actor_id()) and exists (
      select from document_shares s where s.id = share_id and s.business_id = coverage_index.business_id)));

-- What the rules are asked with, for each share with a business whose certificate was confirmed. Owned by the system,
-- so the condition on the last lines is what keeps others out. Verbs give a business only the answer, never the row.
create view coverage_facts as
  select s.id as share_id, s.business_id, s.owner_id, s.document_id, s.status, s.revoked_at, s.shared_at,
    b.name as business_name, u.name as owner_name, u.email::text as owner_email,
    e.form, e.reason, e.purchaser, e.seller, e.is_blanket, e.has_signature, e.signed_on, e.expires_on,
    (select coalesce(jsonb_agg(jsonb_build_object('state', x.state, 'number', x.number) order by x.state), '[]')
      from exemption_states x where x.document_id = e.document_id) as states
  from document_shares s
    join documents d on d.id = s.document_id and not d.needs_check
    join exemptions e on e.document_id = s.document_id
    join businesses b on b.id = s.business_id
    join users u on u.id = s.owner_id
  where s.business_id = (select exempta_business_id())
    or s.owner_id = (select exempta_actor_id())
    or (select exempta_actor_role()) = 'system';

-- A customer whose last certificate is gone is gone, too, whoever deleted it.
create function forget_customers_without_certificates() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  delete from coverage_customers c
    where c.id in (select o.customer_id from gone o)
      and not exists (select from coverage_index i where i.customer_id = c.id);
  return null;
end $$;

-- Names decide whether a certificate is made out to the business, and customers are found by theirs. The job that
-- follows the clock takes what is marked here.
create function mark_coverage_of_renamed() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  if tg_table_name = 'businesses' then
    update coverage_index set judge_again_at = '-infinity' where business_id = new.id;
  else
    update coverage_index set judge_again_at = '-infinity' where owner_id = new.id;
  end if;
  return null;
end $$;

grant create on schema public to exempta_system;
alter view coverage_facts owner to exempta_system;
alter function forget_customers_without_certificates() owner to exempta_system;
alter function mark_coverage_of_renamed() owner to exempta_system;
revoke create on schema public from exempta_system;
revoke all on coverage_facts from exempta_app;
grant select on coverage_facts to exempta_app;

create trigger forget_customers_without_certificates
  after delete on coverage_index referencing old table as gone
  for each statement execute function forget_customers_without_certificates();
create trigger mark_coverage_of_renamed
  after update of name on businesses
  for each row when (old.name <> new.name) execute function mark_coverage_of_renamed();
create trigger mark_coverage_of_renamed
  after update of name, email on users
  for each row when (old.name <> new.name or old.email <> new.email) execute function mark_coverage_of_renamed();

-- What was confirmed before this release is judged by the job.
set local role exempta_system;
insert into coverage_customers (id, business_id, owner_id, name, email)
  select gen_random_uuid(), s.business_id, s.owner_id, e.purchaser, min(u.email::text)
  from document_shares s join exemptions e on e.document_id = s.document_id join users u on u.id = s.owner_id
  where s.business_id is not null
  group by s.business_id, s.owner_id, e.purchaser;
insert into coverage_index (
    share_id, state, business_id, owner_id, customer_id, customer_name, verdict, judge_again_at, knowledge_version)
  select s.id, x.state, s.business_id, s.owner_id, c.id, c.name, 'check', '-infinity', ''
  from document_shares s
    join exemptions e on e.document_id = s.document_id
    join exemption_states x on x.document_id = s.document_id
    join coverage_customers c on c.business_id = s.business_id and c.owner_id = s.owner_id and c.name = e.purchaser
  where s.business_id is not null;
set local role none;
