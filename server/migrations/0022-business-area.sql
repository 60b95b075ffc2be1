-- The business area: profile, team, what members want by mail, and what notifications lead to.

-- A change names the version it was made from, so that of two people who save at once one is told.
alter table businesses
  add profile_version integer not null default 1,
  -- The end of the last week that was summed up by mail, and the newest document that a mail told of.
  add summarized_until timestamptz,
  add documents_mailed_until timestamptz;
create index businesses_to_summarize on businesses (summarized_until nulls first, id) where status = 'active';

-- Each member chooses for themselves what comes by mail.
alter table business_users
  add mails_new_documents boolean not null default true,
  add mails_document_updates boolean not null default true,
  add mails_weekly_summary boolean not null default true;
grant update (mails_new_documents, mails_document_updates, mails_weekly_summary, updated_at)
  on business_users to exempta_app;
create policy own_mails on business_users for update to exempta_app
  using (user_id = (select exempta_actor_id())) with check (user_id = (select exempta_actor_id()));

-- When a member was last there: at the sign-in, and whenever the session was renewed by activity.
create function note_member_activity() returns trigger language plpgsql as $$
begin
  update business_users set last_active = new.last_seen_at
    where user_id = new.user_id and (last_active is null or last_active < new.last_seen_at);
  return null;
end $$;
create trigger note_member_activity
  after insert or update of last_seen_at on sessions
  for each row when (new.stage = 'full') execute function note_member_activity();

-- What was reviewed in a time.
create index document_shares_by_review on document_shares (business_id, reviewed_at) where reviewed_at is not null;

-- What members may know of each other. Owned by the system, so the condition is the wall: name no other business.
create view team_members as
  select m.id, m.business_id, m.user_id, u.name, u.email::text as email, m.role, m.status, m.date_added, m.last_active
  from business_users m join users u on u.id = m.user_id
  where m.business_id = (select exempta_business_id());

-- What a business received and can open, with the names of the document and of its owner. The joins are of at
-- most one row each, so a query that counts shares reads nothing but the index.
create view received_shares as
  select s.id, s.business_id, s.document_id, s.status, s.shared_at, s.reviewed_at, s.reviewed_by, s.reject_reason,
    d.name as document_name, d.type as document_type, u.name as owner_name
  from document_shares s
    left join documents d on d.id = s.document_id
    left join users u on u.id = s.owner_id
  where s.business_id = (select exempta_business_id()) and s.status <> 'revoked';

grant create on schema public to exempta_system;
alter view team_members owner to exempta_system;
alter view received_shares owner to exempta_system;
revoke create on schema public from exempta_system;
revoke all on team_members, received_shares from exempta_app;
grant select on team_members, received_shares to exempta_app;

-- The page that shows what a notification is about: a path of ours, never another site.
alter table notifications add link text check (length(link) <= 300 and link ~ '^/[a-z][!-~]*$');
