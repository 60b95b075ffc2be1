-- Accounts: who may log in from where, versions of changed rows, and what belongs to an address or a person.

set local role exempta_system;

-- People whose name or address holds a part of a text, in no order, up to a number. Under policies the planner has no
-- statistics to tell a rare word from a frequent one, and would read the whole table for what nobody has: here the
-- trigrams are always asked. One or two letters make no trigram inside a word, so they count where words begin.
create or replace function find_people(part text, begins_word boolean, most integer) returns setof uuid
  language plpgsql stable security definer
  set search_path = pg_catalog, public
  set enable_seqscan = off
  set enable_indexscan = off
  as $$
begin
  if exempta_actor_role() is distinct from 'admin' then
    return;
  elsif begins_word then
    return query select id from users
      where name ilike part || '%' or name ilike '% ' || part || '%'
        or email::text ilike part || '%' or email::text ilike '%@' || part || '%'
      limit most;
  else
    return query select id from users
      where name ilike '%' || part || '%' or email::text ilike '%' || part || '%'
      limit most;
  end if;
end $$;
revoke execute on function find_people(text, boolean, integer) from public;
grant execute on function find_people(text, boolean, integer) to exempta_app;

-- The one argument names the column of the address.
create or replace function assign_account_of_address() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  select u.id into new.account_id from users u
    where u.email = (to_jsonb(new) ->> tg_argv[0])::citext and u.email_verified_at is not null;
  return new;
end $$;
revoke execute on function assign_account_of_address() from public;

create or replace function claim_confirmed_address() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  update document_shares set account_id = new.id where email = new.email and account_id is null;
  update job_applications set account_id = new.id where email = new.email and account_id is null;
  update business_invitations set account_id = new.id where email = new.email and account_id is null;
  update mails set account_id = new.id where lower(recipient) = lower(new.email::text) and account_id is null;
  return null;
end $$;
revoke execute on function claim_confirmed_address() from public;

create or replace function forget_sealed_secrets() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  delete from sealed_secrets where owner_id = old.id;
  return null;
end $$;

set local role none;

create or replace trigger assign_account_of_address before insert on document_shares
  for each row when (new.email is not null) execute function assign_account_of_address('email');
create or replace trigger assign_account_of_address before insert on job_applications
  for each row execute function assign_account_of_address('email');
create or replace trigger assign_account_of_address before insert on business_invitations
  for each row execute function assign_account_of_address('email');
-- An email about an account names it itself, whether or not its address is confirmed.
create or replace trigger assign_account_of_address before insert on mails
  for each row when (new.account_id is null) execute function assign_account_of_address('recipient');

create or replace trigger claim_confirmed_address after insert or update of email, email_verified_at on users
  for each row when (new.email_verified_at is not null) execute function claim_confirmed_address();

create or replace trigger forget_sealed_secrets
  after delete on users for each row execute function forget_sealed_secrets();
create or replace trigger forget_sealed_secrets
  after delete on webhooks for each row execute function forget_sealed_secrets();
-- The links of a business are signed with a secret of its own.
create or replace trigger forget_sealed_secrets
  after delete on businesses for each row execute function forget_sealed_secrets();

-- What counts for a person of this role and business. Plain enough to become part of the asking query.
create or replace function exempta_allowed_ranges(person_role text, member_of uuid) returns text[]
  language sql stable
  return case person_role
    when 'admin' then (select ranges::text[] from admin_ip_list)
    when 'business' then (select ranges::text[] from business_ip_lists where business_id = member_of)
  end;

create or replace function move_version_on() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

create or replace trigger users_version before update of name, email, role, status on users
  for each row execute function move_version_on();
create or replace trigger business_users_version before update of business_id, role, status on business_users
  for each row execute function move_version_on();
