-- Rows that name an email address belong to an account by its id, never by comparing addresses when they are read:
-- anybody can register with anybody's address. A row gets the account that has confirmed the address when it is
-- written. What arrived while no account had confirmed the address belongs to the first account that confirms it.

-- Without a foreign key where rows outlive the account: they must never become claimable again.
alter table document_shares add account_id uuid;
alter table job_applications add account_id uuid;
alter table business_invitations add account_id uuid references users on delete cascade;
alter table mails add account_id uuid references users on delete cascade;

-- Existing rows. An address that was told that an account had changed its address belonged to that account until then.
-- As the system role, since row-level security holds for the owner of the tables, too.
set local role exempta_system;
with confirmed as (
  select u.id, u.email, coalesce((
    select max(m.created_at) from mails m
    where lower(m.recipient) = lower(u.email::text) and m.template = 'account-notice'
      and m.subject = 'Your email address was changed'), '-infinity') as since
  from users u where u.email_verified_at is not null
), of_shares as (
  update document_shares s set account_id = c.id from confirmed c where s.email = c.email and s.shared_at > c.since
), of_applications as (
  update job_applications a set account_id = c.id from confirmed c where a.email = c.email and a.submitted_at > c.since
), of_invitations as (
  update business_invitations i set account_id = c.id from confirmed c where i.email = c.email and i.invited_at > c.since
)
update mails m set account_id = c.id from confirmed c
where lower(m.recipient) = lower(c.email::text) and m.created_at > c.since;
set local role none;

create index document_shares_by_account on document_shares (account_id) where account_id is not null;
create index document_shares_unclaimed on document_shares (email) where email is not null and account_id is null;
create index job_applications_by_account on job_applications (account_id) where account_id is not null;
create index business_invitations_by_account on business_invitations (account_id) where account_id is not null;
create index business_invitations_by_email on business_invitations (email);
create index mails_by_account on mails (account_id) where account_id is not null;
drop index mails_by_recipient;
create index mails_unclaimed on mails (lower(recipient)) where account_id is null;

-- The one argument names the column of the address.
create function assign_account_of_address() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  select u.id into new.account_id from users u
    where u.email = (to_jsonb(new) ->> tg_argv[0])::citext and u.email_verified_at is not null;
  return new;
end $$;

create function claim_confirmed_address() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  update document_shares set account_id = new.id where email = new.email and account_id is null;
  update job_applications set account_id = new.id where email = new.email and account_id is null;
  update business_invitations set account_id = new.id where email = new.email and account_id is null;
  update mails set account_id = new.id where lower(recipient) = lower(new.email::text) and account_id is null;
  return null;
end $$;

revoke execute on function assign_account_of_address(), claim_confirmed_address() from public;
grant create on schema public to exempta_system;
alter function assign_account_of_address() owner to exempta_system;
alter function claim_confirmed_address() owner to exempta_system;
revoke create on schema public from exempta_system;

create trigger assign_account_of_address before insert on document_shares
  for each row when (new.email is not null) execute function assign_account_of_address('email');
create trigger assign_account_of_address before insert on job_applications
  for each row execute function assign_account_of_address('email');
create trigger assign_account_of_address before insert on business_invitations
  for each row execute function assign_account_of_address('email');
-- An email about an account names it itself, whether or not its address is confirmed.
create trigger assign_account_of_address before insert on mails
  for each row when (new.account_id is null) execute function assign_account_of_address('recipient');
create trigger claim_confirmed_address after insert or update of email, email_verified_at on users
  for each row when (new.email_verified_at is not null) execute function claim_confirmed_address();
