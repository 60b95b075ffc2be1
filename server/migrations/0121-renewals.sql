-- A new certificate that takes over from an older one, and who agreed to send it to whom.
create table certificate_renewals (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  old_document_id uuid not null references documents on delete cascade,
  new_document_id uuid not null references documents on delete cascade,
  renewed_at timestamptz not null,
  unique (old_document_id, new_document_id),
  check (old_document_id <> new_document_id)
);
create index certificate_renewals_by_owner on certificate_renewals (owner_id, id);
create index certificate_renewals_by_new on certificate_renewals (new_document_id);
call exempta_protect('certificate_renewals');
create policy certificate_renewals_own on certificate_renewals to exempta_app
  using (owner_id = (select exempta_actor_id()))
  with check (
    owner_id = (select exempta_actor_id())
    and (select count(*) from documents d
      where d.id in (old_document_id, new_document_id) and d.owner_id = (select exempta_actor_id())) = 2);

-- The owner's consent, recipient by recipient. Rows are only ever added, and go with the renewal or the business.
create table renewal_consents (
  renewal_id uuid not null references certificate_renewals on delete cascade,
  business_id uuid not null references businesses on delete cascade,
  consented_at timestamptz not null,
  primary key (renewal_id, business_id)
);
create index renewal_consents_by_business on renewal_consents (business_id);
call exempta_protect('renewal_consents');
revoke all on renewal_consents from exempta_app;
grant select, insert on renewal_consents to exempta_app;
create policy renewal_consents_own on renewal_consents to exempta_app
  using (exists (select from certificate_renewals r where r.id = renewal_id))
  with check (exists (select from certificate_renewals r where r.id = renewal_id));
