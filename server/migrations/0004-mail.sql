-- The outbox: every mail is written here in the transaction of the act that causes it, and sent by a job.
create table mails (
  id uuid primary key,
  recipient text not null,
  template text not null,
  subject text not null,
  -- Secrets in both bodies stand between two marks until the mail has been sent or given up.
  body_text text not null,
  body_html text not null,
  message_id text not null,
  -- kept: no SMTP server is configured, the mail can only be read here.
  status text not null check (status in ('queued', 'kept', 'sent', 'failed')),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index mails_by_age on mails (created_at desc, id);
create index mails_by_status on mails (status, created_at desc, id);
call exempta_protect('mails');
-- Whoever acts may cause a mail; only administrators see the outbox, and nobody changes it but the job. Bodies
-- hold links and codes that open other people's accounts: the system role alone reads them.
revoke all on mails from exempta_app;
grant insert on mails to exempta_app;
grant select (id, recipient, template, subject, message_id, status, attempts, last_error, created_at, sent_at)
  on mails to exempta_app;
create policy anybody_causes_mail on mails for insert to exempta_app
  with check (status in ('queued', 'kept') and attempts = 0 and sent_at is null);
create policy administrators_see_mail on mails for select to exempta_app
  using ((select exempta_actor_role()) = 'admin');
