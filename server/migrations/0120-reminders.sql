-- When certificates expire by the rules of their states, and the reminders that were sent about it.

alter table exemption_states
  add owner_id uuid references users on delete cascade,
  -- The last day it is good for in this state, as far as that is known.
  add ends_on date,
  -- When time alone may change that day.
  add judge_again_at timestamptz not null default '-infinity',
  add knowledge_version text not null default '';

-- The previous release doesn't name the owner. What it adds is judged by the job.
create function name_owner_of_exemption_state() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  select e.owner_id into new.owner_id from exemptions e where e.document_id = new.document_id;
  return new;
end $$;
revoke execute on function name_owner_of_exemption_state() from public;
grant create on schema public to exempta_system;
alter function name_owner_of_exemption_state() owner to exempta_system;
revoke create on schema public from exempta_system;
create trigger name_owner_of_exemption_state
  before insert on exemption_states
  for each row when (new.owner_id is null) execute function name_owner_of_exemption_state();

-- As the system role, since row-level security holds for the owner of the tables, too.
set local role exempta_system;
update exemption_states x set owner_id = e.owner_id from exemptions e where e.document_id = x.document_id;
set local role none;
create index exemption_states_by_owner on exemption_states (owner_id, state, document_id);
create index exemption_states_by_owner_end on exemption_states (owner_id, ends_on, document_id) where ends_on is not null;
create index exemption_states_by_end on exemption_states (ends_on, document_id) where ends_on is not null;
create index exemption_states_due on exemption_states (judge_again_at);
create index exemption_states_by_knowledge on exemption_states (knowledge_version);
create index coverage_index_by_end_alone on coverage_index (ends_on, business_id) where ends_on is not null;

-- One row for each reminder to an owner, written in the transaction that sends it. It belongs to the document, so that
-- confirming the same certificate again doesn't send it again.
create table exemption_reminders (
  document_id uuid not null references documents on delete cascade,
  ends_on date not null,
  -- Days before the certificate expires.
  step smallint not null check (step in (90, 60, 30, 10, 0)),
  owner_id uuid not null references users on delete cascade,
  sent_at timestamptz not null,
  primary key (document_id, ends_on, step)
);
create index exemption_reminders_by_owner on exemption_reminders (owner_id, document_id, ends_on, step);
call exempta_protect('exemption_reminders');
revoke all on exemption_reminders from exempta_app;
grant select on exemption_reminders to exempta_app;
create policy exemption_reminders_own on exemption_reminders for select to exempta_app
  using (owner_id = (select exempta_actor_id()));

-- The same for the businesses that have the certificate. Goes with the share.
create table received_reminders (
  share_id uuid not null references document_shares on delete cascade,
  ends_on date not null,
  step smallint not null check (step in (10, 0)),
  business_id uuid not null references businesses on delete cascade,
  sent_at timestamptz not null,
  primary key (share_id, ends_on, step)
);
create index received_reminders_by_business on received_reminders (business_id);
call exempta_protect('received_reminders');
revoke all on received_reminders from exempta_app;
grant select on received_reminders to exempta_app;
create policy received_reminders_read on received_reminders for select to exempta_app
  using (business_id = (select exempta_business_id()));

-- Which of them are emailed: everyone gets them until they turn them off.
alter table business_users add mails_expirations boolean not null default true;
grant update (mails_expirations) on business_users to exempta_app;

alter table notification_preferences drop constraint notification_preferences_mailed_outcomes_check;
alter table notification_preferences add constraint notification_preferences_mailed_outcomes_check
  check (mailed_outcomes <@ array['verified', 'rejected', 'first-view', 'expiring']);
set local role exempta_system;
update notification_preferences p set mailed_outcomes = mailed_outcomes || '{expiring}'
  from users u where u.id = p.user_id and u.role = 'user';
insert into notification_preferences (user_id, mailed_types, mailed_outcomes, updated_at)
  select u.id, '{}', '{expiring}', u.created_at from users u where u.role = 'user'
  on conflict do nothing;
set local role none;
create or replace function set_default_preferences() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  insert into notification_preferences (user_id, mailed_types, mailed_outcomes, updated_at)
    values (new.id, '{}', '{verified,rejected,first-view,expiring}', new.created_at)
    on conflict do nothing;
  return null;
end $$;
