-- Writes to the own chat of a person or a guest (to none but `in_chat` where that is given) and tells of it as `chat_tell`
-- does, with fewer statements. Not taken past `at_most` in a minute, nor unanswered where nobody sees to an answer: then
-- there is no message. Without a chat there is no row. What an earlier try stored is answered and not told again.
create function chat_write(
  of_person uuid, of_guest bytea, in_chat uuid, at_most integer, takes_unanswered boolean,
  new_id uuid, given_client_id uuid, said text, has_masks boolean, said_at timestamptz
) returns table (recent integer, is_unanswered boolean, message chat_messages, event_seq bigint)
  language plpgsql
  as $$
declare
  chat uuid;
  next_seq integer;
begin
  if of_guest is not null then
    select g.chat_id into chat from chat_guests g where g.token_hash = of_guest and g.expires_at > said_at;
  else
    select c.id into chat from chats c where c.user_id = of_person and c.kind = 'live';
  end if;
  if chat is null or chat <> in_chat then return; end if;
  select c.last_seq + 1,
      (select count(*)::int from chat_messages m
        where m.chat_id = chat and m.sender = 'user' and m.seq > c.last_seq - 100
          and m.created_at > said_at - interval '1 minute'),
      coalesce(a.until, '-infinity') <= said_at
        and coalesce(c.automatic_at < coalesce(a.until, '-infinity'), true)
    into next_seq, recent, is_unanswered
    from chats c, (select max(until) as until from chat_presence where kind = 'agent') a
    where c.id = chat and c.user_id is not distinct from of_person for update of c;
  if not found then return; end if;
  if recent >= at_most or (is_unanswered and not takes_unanswered) then return next; return; end if;
  insert into chat_messages (chat_id, seq, id, client_id, sender, kind, author_id, text, is_masked, created_at)
    values (chat, next_seq, new_id, given_client_id, 'user', 'message', of_person, said, has_masks, said_at)
    on conflict (chat_id, client_id) do nothing
    returning * into message;
  if not found then
    select m.* into message from chat_messages m where m.chat_id = chat and m.client_id = given_client_id;
    return next;
    return;
  end if;
  update chats set last_seq = next_seq, last_message_at = said_at, has_question = true, status = 'open',
    person_read_seq = next_seq where id = chat;
  event_seq := live_publish('chat:' || chat, 'chatMessage', json_build_object(
    'id', message.id, 'seq', message.seq, 'clientId', message.client_id, 'sender', message.sender,
    'kind', message.kind, 'text', message.text, 'isMasked', message.is_masked, 'author', message.author_name,
    'createdAt', to_char(message.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text);
  perform pg_notify('exempta_live', concat(
    'signal agents {"type":"signal","stream":"agents","from":null,"name":"chatChanged",',
    '"payload":{"chatId":"', chat, '","seq":', next_seq, '}}'));
  return next;
end $$;
revoke execute on function chat_write(
  uuid, bytea, uuid, integer, boolean, uuid, uuid, text, boolean, timestamptz) from public;
grant execute on function chat_write(uuid, bytea, uuid, integer, boolean, uuid, uuid, text, boolean, timestamptz)
  to exempta_app, exempta_system;
