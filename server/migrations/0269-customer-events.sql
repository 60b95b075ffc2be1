-- Webhook events are about a received document or, from now on, about a customer.
alter table webhook_events
  alter column share_id drop not null,
  alter column document_id drop not null,
  add column customer_id uuid,
  add check (num_nonnulls(share_id, customer_id) = 1);
alter table webhook_deliveries
  alter column share_id drop not null,
  add column customer_id uuid,
  add check (num_nonnulls(share_id, customer_id) = 1);
create index webhook_deliveries_by_customer on webhook_deliveries (webhook_id, customer_id, seq)
  where customer_id is not null;
