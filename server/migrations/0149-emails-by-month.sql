-- Emails by month. Replaced in this migration: the table has the same name and columns.

-- A key of a partitioned table contains the month, so no other table can refer to the id alone. Both only ask whether
-- the email failed, and one that is gone hasn't.
alter table certificate_requests drop constraint certificate_requests_mail_id_fkey;
alter table auditor_grants drop constraint auditor_grants_mail_id_fkey;
drop index certificate_requests_by_mail;
drop index auditor_grants_by_mail;

call exempta_set_aside('mails');
alter table mails_before drop constraint mails_pkey_before;
create table mails (
  like mails_before including defaults including constraints,
  primary key (id, created_at),
  foreign key (account_id) references users on delete cascade,
  foreign key (sender_id) references users on delete set null
) partition by range (created_at);
create index mails_by_age on mails (created_at desc, id);
create index mails_by_status on mails (status, created_at desc, id);
create index mails_by_part_of_recipient on mails using gin (recipient gin_trgm_ops);
create index mails_by_part_of_subject on mails using gin (subject gin_trgm_ops);
create index mails_by_account on mails (account_id) where account_id is not null;
create index mails_unclaimed on mails (lower(recipient)) where account_id is null;
create index mails_by_sender on mails (sender_id) where sender_id is not null;
call exempta_protect('mails');
revoke all on mails from exempta_app;
grant insert on mails to exempta_app;
grant select (id, recipient, template, subject, message_id, status, attempts, last_error, created_at, sent_at)
  on mails to exempta_app;
create policy anybody_causes_mail on mails for insert to exempta_app
  with check (status in ('queued', 'kept') and attempts = 0 and sent_at is null);
create policy administrators_see_mail on mails for select to exempta_app
  using ((select exempta_actor_role()) = 'admin');
create trigger assign_account_of_address before insert on mails
  for each row when (new.account_id is null) execute function assign_account_of_address('recipient');

-- Views follow the table that was renamed, so they are made again for the one that took its name.
grant create on schema public to exempta_system;
set local role exempta_system;
do $$
declare
  dependent text;
begin
  foreach dependent in array array['business_requests', 'binder_auditors'] loop
    execute format('create or replace view %I as %s', dependent,
      replace(pg_get_viewdef(dependent::regclass), 'mails_before ', 'mails '));
  end loop;
end $$;
set local role none;
revoke create on schema public from exempta_system;

call exempta_partition_by_month('mails', 'created_at');
