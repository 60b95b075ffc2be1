-- Words are looked for chat by chat, from the newest on: row-level security keeps a search from an index of parts
-- of words, and every message paid for it.
drop index chat_messages_by_text;
