-- Reports name the key that reviewed, where no person did.
grant create on schema public to exempta_system;
set local role exempta_system;
create or replace view received_shares as
  select s.id, s.business_id, s.document_id, s.status, s.shared_at, s.reviewed_at, s.reviewed_by, s.reject_reason,
    d.name as document_name, d.type as document_type, u.name as owner_name,
    k.name || ' (API key)' as reviewing_key
  from document_shares s
    left join documents d on d.id = s.document_id
    left join users u on u.id = s.owner_id
    left join api_keys k on k.id = s.reviewed_by_key
  where s.business_id = (select exempta_business_id()) and s.status <> 'revoked';
set local role none;
revoke create on schema public from exempta_system;
