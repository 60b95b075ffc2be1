-- The kind of a government card: derived in the sandbox before its digits are hidden, so that none of them is stored.
alter table documents
  add column card_program text check (card_program in ('smartpay', 'other', 'unknown')),
  add column card_line text check (card_line in ('travel', 'purchase', 'fleet', 'integrated', 'unknown')),
  add column card_billing text check (card_billing in ('central', 'individual', 'split', 'unknown')),
  add constraint documents_card_class check (num_nulls(card_program, card_line, card_billing) in (0, 3));

-- Recipients see it, too. Columns can only be added at the end of a view.
grant create on schema public to exempta_system;
set local role exempta_system;
create or replace view received_documents as
  select s.id, s.document_id, s.owner_id, s.business_id, s.status, s.message, s.shared_at, s.reviewed_at,
    s.reject_reason, s.can_download, d.name as document_name, d.type as document_type,
    d.version as document_version, d.page_count, v.size_bytes, u.name as user_name, u.email::text as user_email,
    coalesce(r.name, k.name || ' (API key)') as reviewer_name, s.replaced_name, s.replaced_rejected_at,
    s.assigned_to, a.name as assignee_name, s.form, s.expires_on, (
      select e.purchaser from exemptions e
      where e.document_id = s.document_id and e.version = d.version) as purchaser, (
      select e.confirmed_at from exemptions e
      where e.document_id = s.document_id and e.version = d.version) as confirmed_at, (
      select jsonb_agg(jsonb_build_object('state', x.state, 'number', x.number) order by x.state)
      from exemption_states x join exemptions e on e.document_id = x.document_id
      where x.document_id = s.document_id and e.version = d.version) as states, s.reviewed_by_rules,
    d.card_program, d.card_line, d.card_billing
  from document_shares s
    join documents d on d.id = s.document_id
    join document_versions v on v.document_id = d.id and v.version = d.version
    join users u on u.id = s.owner_id
    left join users r on r.id = s.reviewed_by
    left join api_keys k on k.id = s.reviewed_by_key and s.reviewed_at is not null
    left join users a on a.id = s.assigned_to
  where s.business_id = (select exempta_business_id()) and s.status <> 'revoked' and not d.needs_check;
set local role none;
revoke create on schema public from exempta_system;
