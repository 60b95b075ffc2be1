-- The ledger of looked-up numbers.

set local role exempta_system;

-- What the owner of a number may know about who looked it up.
create or replace view looked_up_numbers as
  select v.id, d.owner_id, v.state, v.kind, v.result, v.checked_on, v.at, b.name as business_name
  from verification_details d
    join verifications v on v.id = d.verification_id
    join businesses b on b.id = v.business_id
  where d.owner_id = (select exempta_actor_id());
grant select on looked_up_numbers to exempta_app;

-- The entries of a business, with the names of who made them. Owned by the system, so the last line is what keeps others
-- out.
create or replace view ledger_entries as
  select v.id, v.business_id, v.share_id, v.state, v.kind, v.result, v.checked_on, v.due_on, v.source, v.file_date, v.at,
    d.number, d.found_name, d.note, d.proof_type, d.proof_bytes,
    coalesce(u.name, k.name || ' (API key)') as checked_by
  from verifications v
    join verification_details d on d.verification_id = v.id
    left join users u on u.id = v.person_id
    left join api_keys k on k.id = v.key_id
  where v.business_id = (select exempta_business_id());
grant select on ledger_entries to exempta_app;

create or replace function destroy_proof() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  with gone as (
    delete from stored_files where document_id = old.verification_id and rendition = 'proof' returning object_name
  )
  insert into discarded_objects (object_name, discarded_at) select object_name, now() from gone;
  return null;
end $$;
revoke execute on function destroy_proof() from public;

set local role none;

create or replace trigger destroy_proof
  after delete on verification_details
  for each row when (old.proof_type is not null) execute function destroy_proof();
