-- Takes the place of `chat_say`: says something once and tells both sides at commit, with one call. The lock on the
-- thread numbers messages in the order in which they commit. What an earlier try stored is answered and not told again;
-- notes are told to consoles alone; without a chat, also by null, there is no row.
create function chat_tell(
  in_chat uuid, new_id uuid, given_client_id uuid, said_by text, said_kind text, said_by_person uuid,
  said text, has_masks boolean, said_at timestamptz
) returns table (message chat_messages, event_seq bigint)
  language plpgsql
  as $$
declare
  next_seq integer;
begin
  if in_chat is null then return; end if;
  select last_seq + 1 into next_seq from chats where id = in_chat for update;
  if not found then return; end if;
  select m.* into message from chat_messages m where m.chat_id = in_chat and m.client_id = given_client_id;
  if found then return next; return; end if;
  update chats set
    last_seq = next_seq,
    last_message_at = case when said_kind = 'message' then said_at else last_message_at end,
    has_question = has_question or said_by = 'user',
    status = case when said_by = 'user' then 'open' else status end,
    person_read_seq = case when said_by = 'user' or said_kind = 'welcome' then next_seq else person_read_seq end,
    agent_read_seq = case when said_by_person is not null and said_by = 'agent' then next_seq else agent_read_seq end
    where id = in_chat;
  insert into chat_messages (
      chat_id, seq, id, client_id, sender, kind, author_id, author_name, text, is_masked, created_at)
    values (
      in_chat, next_seq, new_id, given_client_id, said_by, said_kind, said_by_person,
      case when said_by = 'agent' then (select u.name from users u where u.id = said_by_person) end,
      said, has_masks, said_at)
    returning * into message;
  if said_kind <> 'note' then
    event_seq := live_publish('chat:' || in_chat, 'chatMessage', (
      select row_to_json(told)::text from (
        select message.id, message.seq, message.client_id as "clientId", message.sender, message.kind, message.text,
          message.is_masked as "isMasked", message.author_name as author,
          to_char(message.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
      ) told));
  end if;
  perform pg_notify('exempta_live', concat(
    'signal agents {"type":"signal","stream":"agents","from":null,"name":"chatChanged",',
    '"payload":{"chatId":"', in_chat, '","seq":', next_seq, '}}'));
  return next;
end $$;
revoke execute on function chat_tell(uuid, uuid, uuid, text, text, uuid, text, boolean, timestamptz) from public;
grant execute on function chat_tell(uuid, uuid, uuid, text, text, uuid, text, boolean, timestamptz)
  to exempta_app, exempta_system;
