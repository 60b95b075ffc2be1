-- The subject that a manager wrote for a list. Without it, our own words are used.
alter table campaigns add column subject text check (length(subject) between 1 and 150);
-- Customers with a good certificate are found by their addresses, so that no one is asked twice.
create index coverage_customers_by_email on coverage_customers (business_id, lower(email));
create index certificate_requests_by_campaign on certificate_requests (campaign_id, created_at desc, id desc)
  where campaign_id is not null;
