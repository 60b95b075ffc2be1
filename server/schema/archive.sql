-- Certificates that businesses add by themselves.

set local role exempta_system;

-- Nobody reads what is sent to the account that owns the documents of a business.
create or replace function belongs_to_archive(person uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select exists (select from business_archives a where person in (a.owner_id, a.email_owner_id));
end;
revoke execute on function belongs_to_archive(uuid) from public;
grant execute on function belongs_to_archive(uuid) to exempta_app;

set local role none;
