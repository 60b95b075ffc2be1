-- Messages are numbered, stored and published by `sendMessage` in features/chat. It takes the same lock on the thread as
-- the functions below, so processes of the release before can go on calling them. The release after this one drops them.
comment on function chat_tell(uuid, uuid, uuid, text, text, uuid, text, boolean, timestamptz) is 'Unused since 0067.';
comment on function chat_write(uuid, bytea, uuid, integer, boolean, uuid, uuid, text, boolean, timestamptz)
  is 'Unused since 0067.';

-- Unused since 0051.
drop function chat_say(uuid, uuid, uuid, text, text, uuid, text, boolean, timestamptz);
