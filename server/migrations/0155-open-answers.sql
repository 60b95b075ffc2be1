-- An answer counts from its first bytes on, for the network that it came from, until it is sent or was idle for an hour.
alter table request_answers
  add column progress_at timestamptz not null default now(),
  -- A keyed hash of the network address, which only the budgets use. It is forgotten when the answer is sent.
  add column source_hash bytea check (length(source_hash) = 32),
  -- The size of the file that was uploaded, or of the whole file while its pieces arrive.
  add column size_bytes integer not null default 0 check (size_bytes >= 0);
drop index request_answers_unsent;
create index request_answers_open on request_answers (progress_at) where sent_at is null;
create index request_answers_sent on request_answers (sent_at) where sent_at is not null;

-- A guest has no confirmed address before something is sent. Until then, it is nobody's user: it only owns what was
-- uploaded, and it is deleted with it.
grant create on schema public to exempta_system;
set local role exempta_system;
create or replace view administered_users as
  select u.id, u.name, u.email::text as email, u.role, u.status, u.created_at, u.last_login_at, u.version,
    b.id as business_id, b.name as business_name, m.role as member_role,
    u.email_verified_at is not null as is_email_verified,
    exists (select from two_factor t where t.user_id = u.id and t.enabled_at is not null) as has_two_factor
  from users u
    left join business_users m on m.user_id = u.id
    left join businesses b on b.id = m.business_id
  where (select exempta_actor_role()) = 'admin'
    and not (u.status = 'guest' and u.email_verified_at is null)
    and not exists (select from account_erasures e where e.user_id = u.id);

create or replace view report_users as
  select id, name, email::text as email, role, status, created_at, updated_at
  from users where (select exempta_actor_role()) = 'admin'
    and not (status = 'guest' and email_verified_at is null);
set local role none;
revoke create on schema public from exempta_system;
