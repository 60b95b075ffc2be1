-- What administrators look through: the audit log by act and by kind of object, verifications of its chain, and
-- the outbox by part of an address or a subject.

create index audit_entries_by_action on audit_entries (action, at desc, id desc);
create index audit_entries_by_target_kind on audit_entries (target_kind, at desc, id desc)
  where target_kind is not null;

-- Each walk along the chain and what it found. The head of the last good one is what the next must run through.
create table audit_verifications (
  id uuid primary key,
  requested_by uuid references users on delete set null,
  requested_at timestamptz not null,
  state text not null check (state in ('waiting', 'running', 'intact', 'damaged', 'failed')),
  checked bigint not null default 0,
  unsealed bigint,
  head_position bigint,
  head_hash text check (head_hash ~ '^[0-9a-f]{64}$'),
  bad_entry_id uuid,
  problem text,
  finished_at timestamptz,
  check ((head_position is null) = (head_hash is null)),
  check ((state in ('waiting', 'running')) = (finished_at is null)),
  check ((state = 'damaged') = (problem is not null))
);
create index audit_verifications_by_time on audit_verifications (requested_at desc, id desc);
call exempta_protect('audit_verifications');
revoke all on audit_verifications from exempta_app, exempta_system;
grant select, insert on audit_verifications to exempta_app;
grant select, insert, update, delete on audit_verifications to exempta_system;
create policy administrators_see_verifications on audit_verifications for select to exempta_app
  using ((select exempta_actor_role()) = 'admin');
create policy administrators_ask_for_verifications on audit_verifications for insert to exempta_app
  with check (
    (select exempta_actor_role()) = 'admin' and requested_by = (select exempta_actor_id()) and state = 'waiting');

create index mails_by_part_of_recipient on mails using gin (recipient gin_trgm_ops);
create index mails_by_part_of_subject on mails using gin (subject gin_trgm_ops);
