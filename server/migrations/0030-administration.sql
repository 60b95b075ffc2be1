-- What administrators change and look for: people, businesses and their members.

-- A change names the version it was made from, so that of two people who save at once one is told. Whoever
-- changes the row moves it on, the person's own page included.
alter table users add version integer not null default 1;
alter table business_users add version integer not null default 1;
create function move_version_on() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger users_version before update of name, email, role, status on users
  for each row execute function move_version_on();
create trigger business_users_version before update of business_id, role, status on business_users
  for each row execute function move_version_on();

-- A page is read from the index of its order, with each filter; a search from the trigrams.
create index users_by_time on users (created_at desc, id desc);
create index users_by_role_time on users (role, created_at desc, id desc);
create index users_by_status_time on users (status, created_at desc, id desc);
create index users_by_name on users (lower(name), id);
create index users_by_role_name on users (role, lower(name), id);
create index users_by_status_name on users (status, lower(name), id);
create index users_by_part_of_name on users using gin (name gin_trgm_ops);
create index users_by_part_of_address on users using gin ((email::text) gin_trgm_ops);

create index businesses_by_time on businesses (date_registered desc, id desc);
create index businesses_by_name on businesses (lower(name), id);
create index businesses_by_users on businesses (user_count, id);
create index businesses_by_type on businesses (business_type);
create index businesses_by_part_of_address on businesses using gin ((email::text) gin_trgm_ops);
create index businesses_by_part_of_tax_id on businesses using gin (tax_id gin_trgm_ops);

create index documents_by_time on documents (created_at desc, id desc);
create index documents_failed on documents (id) where status = 'failed';

-- People and businesses as administrators see them. Owned by the system, so the condition is the wall: asked once
-- per statement, where a policy would be asked for each row and keep a search from its index. Accounts on their
-- way out are gone already.
create view administered_users as
  select u.id, u.name, u.email::text as email, u.role, u.status, u.created_at, u.last_login_at, u.version,
    b.id as business_id, b.name as business_name, m.role as member_role
  from users u
    left join business_users m on m.user_id = u.id
    left join businesses b on b.id = m.business_id
  where (select exempta_actor_role()) = 'admin'
    and not exists (select from account_erasures e where e.user_id = u.id);

create view administered_businesses as
  select id, name, email::text as email, phone, website, address, tax_id, business_type, status, verified,
    user_count, documents_received, date_registered, profile_version
  from businesses where (select exempta_actor_role()) = 'admin';

create view administered_members as
  select m.id, m.business_id, m.user_id, u.name, u.email::text as email, m.role, m.status,
    u.status as account_status, m.date_added, m.last_active, m.version
  from business_users m join users u on u.id = m.user_id
  where (select exempta_actor_role()) = 'admin'
    and not exists (select from account_erasures e where e.user_id = u.id);

-- Name and state only: what a document shows is nobody's but its owner's and receivers'.
create view administered_documents as
  select id, name, status, created_at from documents where (select exempta_actor_role()) = 'admin';

grant create on schema public to exempta_system;
alter view administered_users owner to exempta_system;
alter view administered_businesses owner to exempta_system;
alter view administered_members owner to exempta_system;
alter view administered_documents owner to exempta_system;
revoke create on schema public from exempta_system;
revoke all on administered_users, administered_businesses, administered_members, administered_documents from exempta_app;
grant select on administered_users, administered_businesses, administered_members, administered_documents
  to exempta_app;
