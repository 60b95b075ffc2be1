-- Functions that release 0.2.0 no longer calls.
-- Unused since 0067.
drop function if exists chat_write(uuid, bytea, uuid, integer, boolean, uuid, uuid, text, boolean, timestamptz);
drop function if exists chat_tell(uuid, uuid, uuid, text, text, uuid, text, boolean, timestamptz);

-- Unused since 0104.
set local role exempta_system;
drop function if exists find_received(text, text, boolean, integer);
set local role none;

-- Unused since 0149. They turned tables with rows into partitioned ones.
drop procedure if exists exempta_set_aside(regclass);
drop procedure if exists exempta_partition_by_month(regclass, text);
