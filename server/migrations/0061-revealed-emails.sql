-- Without a mail server, administrators pass on the links and codes in kept emails. Everybody concerned can see it.

-- On whose behalf an email is sent: whoever shares documents or invites. The links in it open what is theirs.
alter table mails add sender_id uuid references users on delete set null;
create index mails_by_sender on mails (sender_id) where sender_id is not null;

create policy audit_entries_of_own_emails on audit_entries for select to exempta_app using (
  action = 'mail.reveal' and target_kind = 'person' and target_id = (select exempta_actor_id())::text
);
