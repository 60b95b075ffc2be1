-- Businesses can be notified when an owner confirms or withdraws what a certificate says. The server knows which events
-- there are, so the database only checks their form.
alter table webhooks drop constraint webhooks_events_check;
alter table webhooks add constraint webhooks_events_check
  check (cardinality(events) > 0 and array_to_string(events, ',') ~ '^[a-z]+\.[a-z]+(,[a-z]+\.[a-z]+)*$');
