-- A manager settles what an answer leaves open, for one certificate in one state, until a day. It counts only for what
-- the certificate said and what the rules were based on at the time, so nothing has to be written when either changes.
create table coverage_acceptances (
  id uuid primary key,
  business_id uuid not null references businesses on delete cascade,
  share_id uuid not null references document_shares on delete cascade,
  owner_id uuid not null references users on delete cascade,
  state text not null check (state ~ '^[A-Z]{2}$'),
  -- The questions that it answers, each with the basis it had.
  questions jsonb not null,
  -- A hash of what the certificate said.
  certificate text not null check (certificate ~ '^[0-9a-f]{16}$'),
  reason text not null check (length(reason) between 1 and 300),
  until_on date not null,
  -- Without foreign keys: who decided stays opaque after they have left.
  accepted_by uuid not null,
  accepted_on date not null,
  accepted_at timestamptz not null,
  ended_by uuid,
  ended_at timestamptz
);
create unique index coverage_acceptances_live on coverage_acceptances (share_id, state) where ended_at is null;
create index coverage_acceptances_by_business on coverage_acceptances (business_id);
create index coverage_acceptances_by_owner on coverage_acceptances (owner_id, id);
create index coverage_acceptances_by_person on coverage_acceptances (accepted_by, id);
call exempta_protect('coverage_acceptances');
create policy coverage_acceptances_own on coverage_acceptances to exempta_app
  using (business_id = (select exempta_business_id()))
  with check (business_id = (select exempta_business_id()));
create policy coverage_acceptances_of_people on coverage_acceptances for select to exempta_app
  using (owner_id = (select exempta_actor_id()) or accepted_by = (select exempta_actor_id()));
revoke delete on coverage_acceptances from exempta_app;

-- Receipts keep the acceptance that they relied on, and a part of the tax can be due.
alter table coverage_checks
  add column accepted_reason text check (length(accepted_reason) between 1 and 300),
  add column accepted_by uuid,
  add column accepted_on date,
  add column accepted_until date,
  add column part jsonb not null default 'null',
  drop constraint coverage_checks_verdict_check,
  add constraint coverage_checks_verdict_check
    check (verdict in ('covered', 'charge-part', 'check', 'not-covered'));
alter table coverage_index
  drop constraint coverage_index_verdict_check,
  add constraint coverage_index_verdict_check
    check (verdict in ('covered', 'charge-part', 'check', 'not-covered'));

-- Names that certificates may be made out to, besides the name of the business.
alter table businesses add column trade_names text[] not null default '{}';

-- What a reviewer looked at and found in order: `seller`, `signature`.
alter table document_shares add column seen_in_review text[] not null default '{}';
