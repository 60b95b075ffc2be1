-- A sale that was paid with a government card has a receipt without a customer: only the kind of the card is kept.
alter table coverage_checks alter column customer_id drop not null;
alter table coverage_checks add column card text check (length(card) between 1 and 100);
alter table coverage_checks add constraint coverage_checks_of_customer_or_card check (num_nonnulls(customer_id, card) = 1);
