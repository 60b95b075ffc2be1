-- What a key may do with the records of customers, and whether it may read documents, as all keys could until now.
alter table api_keys
  add column can_read boolean not null default true,
  add column can_read_customers boolean not null default false,
  add column can_write_customers boolean not null default false,
  add check (can_read or not can_review),
  add check (can_read_customers or not can_write_customers);
grant select (can_read, can_read_customers, can_write_customers) on api_keys to exempta_app;
