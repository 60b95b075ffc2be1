-- Whether sales tax was charged; null while nobody said. A list that comes later may say it, and what a receipt says stays.
alter table coverage_checks add column is_taxed boolean;
create policy coverage_checks_tax on coverage_checks for update to exempta_app
  using (business_id = (select exempta_business_id()))
  with check (business_id = (select exempta_business_id()));
grant update (is_taxed) on coverage_checks to exempta_app;
alter table binder_sales add column is_taxed boolean;

-- What was decided about each sale of a binder when its file was made.
create table binder_decisions (
  binder_id uuid not null references binders on delete cascade,
  -- The line of the auditor's list, or the ID of the receipt.
  sale_key text collate "C" not null,
  outcome text not null check (outcome in ('covered', 'later', 'part', 'taxed', 'not-covered', 'none')),
  reasons text[] not null,
  -- The certificate that decided, whether or not it is still shared.
  share_id uuid,
  primary key (binder_id, sale_key)
);
call exempta_protect('binder_decisions');
revoke insert, update, delete on binder_decisions from exempta_app;
create policy binder_decisions_own on binder_decisions for select to exempta_app
  using (exists (
    select from binders b where b.id = binder_id and b.business_id = (select exempta_business_id())));

-- The owner of the tables may see no rows of others.
set local role exempta_system;
update binders set counts = (counts - 'needNewer')
  || jsonb_build_object('partly', 0, 'notCovered', coalesce(counts -> 'needNewer', '0'::jsonb), 'taxed', 0)
  where counts ? 'sales';
set local role none;

-- The audit log names invited auditors.
create policy auditor_grants_named on auditor_grants for select to exempta_app
  using ((select exempta_actor_role()) = 'admin');
