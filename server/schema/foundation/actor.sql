-- Who a transaction acts for. Policies and views ask these functions.

-- The actor that the server names at the start of each transaction; null when there is none. In a policy
-- write (select exempta_actor_id()), so that it is asked once per statement and not once per row.
create or replace function exempta_actor_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('exempta.actor_id', true), '')::uuid;

create or replace function exempta_actor_role() returns text
  language sql stable parallel safe
  return nullif(current_setting('exempta.actor_role', true), '');

create or replace function exempta_business_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('exempta.business_id', true), '')::uuid;

create or replace function exempta_audiences() returns text[]
  language sql stable
  return array[
    'everybody', 'role:' || exempta_actor_role(), 'business:' || exempta_business_id(),
    'person:' || exempta_actor_id()
  ];
