-- When a person last gave or confirmed their name. Managers whose account has the name of their business are asked once.
alter table users add column name_confirmed_at timestamptz;
