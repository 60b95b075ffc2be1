-- Live support: threads, what was said in them, the browsers of guests, and who is there right now.

create table chats (
  id uuid primary key,
  -- `mail`: came by the contact form and is answered by mail.
  kind text not null check (kind in ('live', 'mail')),
  user_id uuid references users on delete cascade,
  guest_name text check (length(guest_name) between 1 and 120),
  guest_email citext check (length(guest_email) <= 254),
  subject text check (length(subject) between 1 and 200),
  -- By this the console groups, for display alone: the account, or the address a guest gave.
  session_key text not null generated always as (coalesce(user_id::text, lower(guest_email::text))) stored,
  status text not null default 'open' check (status in ('open', 'closed')),
  assignee_id uuid references users on delete set null,
  last_seq integer not null default 0,
  person_read_seq integer not null default 0,
  agent_read_seq integer not null default 0,
  -- Up to here answers were mailed.
  mailed_seq integer not null default 0,
  automatic_at timestamptz,
  -- Without a message of the person there is nothing to answer, and the console does not show it.
  has_question boolean not null default false,
  created_at timestamptz not null,
  last_message_at timestamptz not null,
  check ((user_id is null) = (guest_email is not null)),
  check ((guest_email is null) = (guest_name is null))
);
create unique index chats_of_user on chats (user_id) where kind = 'live';
create index chats_by_user on chats (user_id) where user_id is not null;
create index chats_by_assignee on chats (assignee_id) where assignee_id is not null;
create index chats_by_age on chats (last_message_at desc, id desc) where has_question;
create index chats_by_key on chats (session_key, last_message_at desc, id desc) where has_question;
create index chats_of_guests_by_age on chats (last_message_at) where user_id is null;
call exempta_protect('chats');
revoke delete on chats from exempta_app;
create policy chats_own on chats to exempta_app
  using (user_id = (select exempta_actor_id())) with check (user_id = (select exempta_actor_id()));
create policy chats_of_agents on chats to exempta_app
  using ((select exempta_actor_role()) = 'admin') with check ((select exempta_actor_role()) = 'admin');

create table chat_messages (
  chat_id uuid not null references chats on delete cascade,
  seq integer not null,
  id uuid not null unique,
  -- Chosen by the sender: what is sent again after a cut connection is stored once.
  client_id uuid not null,
  sender text not null check (sender in ('user', 'agent')),
  kind text not null check (kind in ('message', 'note', 'automatic', 'welcome')),
  author_id uuid references users on delete set null,
  -- Of an agent, as it was then; emptied when the account is erased.
  author_name text,
  text text not null check (length(text) between 1 and 4000),
  is_masked boolean not null,
  created_at timestamptz not null,
  primary key (chat_id, seq),
  unique (chat_id, client_id),
  check (sender = 'agent' or kind = 'message')
);
create index chat_messages_by_author on chat_messages (author_id) where author_id is not null;
create index chat_messages_by_text on chat_messages using gin (text gin_trgm_ops);
call exempta_protect('chat_messages');
revoke update, delete on chat_messages from exempta_app;
create policy chat_messages_read on chat_messages for select to exempta_app using (
  (select exempta_actor_role()) = 'admin'
  or (kind <> 'note' and exists (
    select from chats c where c.id = chat_id and c.user_id = (select exempta_actor_id())))
);
create policy chat_messages_add on chat_messages for insert to exempta_app with check (
  (sender = 'agent' and (select exempta_actor_role()) = 'admin' and author_id = (select exempta_actor_id()))
  or ((sender = 'user' or kind = 'welcome') and exists (
    select from chats c where c.id = chat_id and c.user_id = (select exempta_actor_id())))
);

-- The browsers in which a guest's thread is open; several, when a link of a mail was followed.
create table chat_guests (
  token_hash bytea primary key check (length(token_hash) = 32),
  chat_id uuid not null references chats on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index chat_guests_by_chat on chat_guests (chat_id);
create index chat_guests_by_end on chat_guests (expires_at);
call exempta_protect('chat_guests');
revoke all on chat_guests from exempta_app;

-- Each process says for whom it holds an open socket, again and again: what it no longer says runs out.
create table chat_presence (
  kind text not null check (kind in ('person', 'agent')),
  -- The thread of a person, or the account of an agent.
  subject_id uuid not null,
  process_id uuid not null,
  until timestamptz not null,
  primary key (kind, subject_id, process_id)
);
create index chat_presence_by_end on chat_presence (kind, until);
call exempta_protect('chat_presence');
revoke all on chat_presence from exempta_app;
grant select on chat_presence to exempta_app;
create policy chat_presence_read on chat_presence for select to exempta_app
  using (kind = 'agent' or (select exempta_actor_role()) = 'admin');

-- Says something once. The lock on the thread numbers messages in the order in which they commit.
create function chat_say(
  in_chat uuid, new_id uuid, given_client_id uuid, said_by text, said_kind text, said_by_person uuid,
  said text, has_masks boolean, said_at timestamptz
) returns setof chat_messages
  language plpgsql
  as $$
declare
  next_seq integer;
begin
  select last_seq + 1 into next_seq from chats where id = in_chat for update;
  if not found then return; end if;
  return query select m.* from chat_messages m where m.chat_id = in_chat and m.client_id = given_client_id;
  if found then return; end if;
  update chats set
    last_seq = next_seq,
    last_message_at = case when said_kind = 'message' then said_at else last_message_at end,
    has_question = has_question or said_by = 'user',
    status = case when said_by = 'user' then 'open' else status end,
    person_read_seq = case when said_by = 'user' or said_kind = 'welcome' then next_seq else person_read_seq end,
    agent_read_seq = case when said_by_person is not null and said_by = 'agent' then next_seq else agent_read_seq end
    where id = in_chat;
  return query insert into chat_messages (
      chat_id, seq, id, client_id, sender, kind, author_id, author_name, text, is_masked, created_at)
    values (
      in_chat, next_seq, new_id, given_client_id, said_by, said_kind, said_by_person,
      case when said_by = 'agent' then (select u.name from users u where u.id = said_by_person) end,
      said, has_masks, said_at)
    returning *;
end $$;
revoke execute on function chat_say(uuid, uuid, uuid, text, text, uuid, text, boolean, timestamptz) from public;
grant execute on function chat_say(uuid, uuid, uuid, text, text, uuid, text, boolean, timestamptz)
  to exempta_app, exempta_system;

-- What agents may know of a person's documents: names and states, nothing that is in them.
create view document_names as
  select id, owner_id, name, status, created_at from documents where exempta_actor_role() = 'admin';
grant create on schema public to exempta_system;
alter view document_names owner to exempta_system;
revoke create on schema public from exempta_system;
revoke all on document_names from exempta_app;
grant select on document_names to exempta_app;

alter table one_time_links drop constraint one_time_links_purpose_check;
alter table one_time_links
  add constraint one_time_links_purpose_check check (purpose in (
    'set-up', 'reset-password', 'choose-password', 'verify-email', 'change-email', 'invitation', 'chat'));
