-- Customers as records of a business. What certificates say today stays in coverage_customers: each of its rows is linked
-- to a record, so that a record can have the certificates of several accounts and names.
create table customers (
  id uuid primary key,
  business_id uuid not null references businesses on delete cascade,
  number text check (length(number) between 1 and 60),
  name text not null collate "C" check (length(name) between 1 and 200),
  other_names text[] not null default '{}',
  contacts jsonb not null default '[]',
  addresses jsonb not null default '[]',
  parent_id uuid references customers on delete set null,
  tags text[] not null default '{}',
  note text check (length(note) between 1 and 2000),
  inactive_at timestamptz,
  -- Someone at the business wrote it down or changed it. A record that made itself goes with its last certificate.
  is_kept boolean not null,
  -- The record that this one was merged into. It stays, because receipts and the audit log name it.
  merged_into uuid references customers on delete cascade,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (parent_id <> id),
  check (merged_into <> id)
);
create unique index customers_by_number on customers (business_id, lower(number)) where number is not null;
create index customers_by_name on customers (business_id, name, id) where merged_into is null and inactive_at is null;
create index customers_inactive on customers (business_id, name, id) where merged_into is null and inactive_at is not null;
create index customers_by_plain_name on customers (business_id, lower(name));
create index customers_by_update on customers (business_id, updated_at, id);
create index customers_by_parent on customers (parent_id) where parent_id is not null;
create index customers_by_target on customers (merged_into) where merged_into is not null;
call exempta_protect('customers');
create policy customers_own on customers to exempta_app
  using (business_id = (select exempta_business_id()))
  with check (business_id = (select exempta_business_id()));

-- What a record itself is found by. Records are also found by the terms of their certificates.
create table customer_terms (
  business_id uuid not null,
  term text not null collate "C" check (length(term) between 1 and 320),
  customer_id uuid not null references customers on delete cascade,
  primary key (business_id, term, customer_id)
);
create index customer_terms_by_customer on customer_terms (customer_id);
-- Whoever deletes an account is forgotten in every business's records.
create index customer_terms_of_addresses on customer_terms (term) where position('@' in term) > 0;
call exempta_protect('customer_terms');
create policy customer_terms_own on customer_terms to exempta_app
  using (business_id = (select exempta_business_id()))
  with check (business_id = (select exempta_business_id()));

-- Kept by triggers: the best answer that the linked certificates give for each state, and states where they buy.
create table customer_answers (
  customer_id uuid not null references customers on delete cascade,
  state text not null check (state ~ '^[A-Z]{2}$'),
  business_id uuid not null,
  customer_name text not null collate "C",
  answer text not null check (answer in ('covered', 'charge-part', 'check', 'not-covered', 'none')),
  ends_on date,
  -- The certificate behind the answer.
  share_id uuid,
  primary key (customer_id, state)
);
create index customer_answers_by_state on customer_answers (business_id, state, customer_name, customer_id);
create index customer_answers_by_answer on customer_answers (business_id, answer, customer_name, customer_id);
create index customer_answers_by_end on customer_answers (business_id, ends_on) where ends_on is not null;
create index customer_answers_missing on customer_answers (business_id, customer_name, customer_id)
  where answer in ('not-covered', 'none');
call exempta_protect('customer_answers');
create policy customer_answers_own on customer_answers for select to exempta_app
  using (business_id = (select exempta_business_id()));
revoke insert, update, delete on customer_answers from exempta_app;

-- Kept by a trigger, so that the customers with a tag are a range of an index.
create table customer_tags (
  business_id uuid not null,
  tag text not null collate "C",
  customer_name text not null collate "C",
  customer_id uuid not null references customers on delete cascade,
  primary key (business_id, tag, customer_name, customer_id)
);
create index customer_tags_by_customer on customer_tags (customer_id);
call exempta_protect('customer_tags');
create policy customer_tags_own on customer_tags for select to exempta_app
  using (business_id = (select exempta_business_id()));
revoke insert, update, delete on customer_tags from exempta_app;

-- A record that was merged into another one, and what moved, so that it can be undone.
create table customer_merges (
  id uuid primary key,
  business_id uuid not null,
  source_id uuid not null references customers on delete cascade,
  target_id uuid not null references customers on delete cascade,
  -- Null once it can't be undone anymore.
  moved jsonb,
  merged_by uuid,
  merged_at timestamptz not null,
  undone_at timestamptz
);
create index customer_merges_by_source on customer_merges (source_id);
create index customer_merges_by_target on customer_merges (target_id, merged_at desc);
create index customer_merges_to_forget on customer_merges (merged_at) where moved is not null;
call exempta_protect('customer_merges');
create policy customer_merges_own on customer_merges to exempta_app
  using (business_id = (select exempta_business_id()))
  with check (business_id = (select exempta_business_id()));
revoke delete on customer_merges from exempta_app;

-- The record of what certificates say. A trigger makes one for a new row.
alter table coverage_customers
  add column record_id uuid references customers,
  add column matched_by text not null default 'own'
    check (matched_by in ('own', 'request', 'number', 'email', 'hand'));
create index coverage_customers_by_record on coverage_customers (record_id);

-- A certificate that may belong to another record. What was declined isn't suggested again.
create table customer_suggestions (
  id uuid primary key,
  business_id uuid not null,
  -- What arrived.
  coverage_customer_id uuid not null references coverage_customers on delete cascade,
  customer_id uuid not null references customers on delete cascade,
  reasons text[] not null check (cardinality(reasons) > 0),
  suggested_at timestamptz not null,
  declined_at timestamptz,
  unique (coverage_customer_id, customer_id)
);
create index customer_suggestions_open on customer_suggestions (business_id, suggested_at desc, id desc)
  where declined_at is null;
create index customer_suggestions_by_customer on customer_suggestions (customer_id);
call exempta_protect('customer_suggestions');
create policy customer_suggestions_own on customer_suggestions to exempta_app
  using (business_id = (select exempta_business_id()))
  with check (business_id = (select exempta_business_id()));

-- The record that a request was sent to.
alter table certificate_requests add column customer_id uuid references customers on delete set null;
create index certificate_requests_by_customer on certificate_requests (customer_id, created_at desc, id desc)
  where customer_id is not null;

-- The receipts of a customer.
create index coverage_checks_of_customer on coverage_checks (customer_id, at desc, id desc);

-- Everyone who has a certificate gets a record.
set local role exempta_system;
insert into customers (id, business_id, name, is_kept, created_at, updated_at)
  select c.id, c.business_id, left(c.name, 200), false, now(), now() from coverage_customers c;
update coverage_customers set record_id = id;
insert into customer_answers (customer_id, state, business_id, customer_name, answer, ends_on, share_id)
  select distinct on (i.customer_id, i.state)
    i.customer_id, i.state, i.business_id, left(i.customer_name, 200), i.verdict, i.ends_on, i.share_id
  from coverage_index i
  order by i.customer_id, i.state,
    array_position(array['covered', 'charge-part', 'check', 'not-covered'], i.verdict), i.ends_on desc nulls first,
    i.share_id;
set local role none;
