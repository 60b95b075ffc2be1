-- Sales that a business lists to see what it's missing. The lines are those of one draft binder for each state, so that
-- the same list shows the gaps and feeds the binders (0410).
create table sales_lists (
  id uuid primary key,
  business_id uuid not null references businesses on delete cascade,
  campaign_id uuid references campaigns on delete set null,
  created_by uuid references users on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sales_lists_by_business on sales_lists (business_id, created_at desc, id desc);
create index sales_lists_by_creator on sales_lists (created_by) where created_by is not null;
create index sales_lists_by_campaign on sales_lists (campaign_id) where campaign_id is not null;
create index sales_lists_by_end on sales_lists (expires_at);
call exempta_protect('sales_lists');
create policy sales_lists_own on sales_lists to exempta_app
  using (business_id = (select exempta_business_id()))
  with check (business_id = (select exempta_business_id()));

alter table binders add column sales_list_id uuid references sales_lists on delete set null;
create index binders_by_sales_list on binders (sales_list_id) where sales_list_id is not null;

alter table binder_sales
  add column customer_number text check (length(customer_number) between 1 and 60),
  add column amount_cents bigint check (amount_cents between -1000000000000 and 1000000000000);

-- An auditor's sample, drawn from the list: what was missing when it was drawn or looked at again. The seed draws the
-- same sample again.
create table audit_rehearsals (
  id uuid primary key,
  sales_list_id uuid not null references sales_lists on delete cascade,
  seed uuid not null,
  sampled integer not null check (sampled >= 0),
  missing integer not null check (missing between 0 and sampled),
  missing_tax_cents bigint not null check (missing_tax_cents >= 0),
  projected_tax_cents bigint not null check (projected_tax_cents >= 0),
  created_at timestamptz not null
);
create index audit_rehearsals_by_list on audit_rehearsals (sales_list_id, created_at desc, id desc);
call exempta_protect('audit_rehearsals');
create policy audit_rehearsals_own on audit_rehearsals to exempta_app
  using (exists (
    select from sales_lists l where l.id = sales_list_id and l.business_id = (select exempta_business_id())))
  with check (exists (
    select from sales_lists l where l.id = sales_list_id and l.business_id = (select exempta_business_id())));
