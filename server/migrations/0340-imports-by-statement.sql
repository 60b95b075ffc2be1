-- What is derived from a customer goes with it by one trigger for each statement. Foreign keys checked each of the ten
-- rows that a line of a list makes, which took as long as writing them. Whoever writes such a row has the row of its
-- customer locked, so it can't be deleted meanwhile.
alter table customer_terms drop constraint customer_terms_customer_id_fkey;
alter table customer_answers drop constraint customer_answers_customer_id_fkey;
alter table customer_tags drop constraint customer_tags_customer_id_fkey;

-- Lines go with their list, and the list with its business. Of the outcomes, only bad lines are looked for.
alter table customer_import_lines drop constraint customer_import_lines_business_id_fkey;
drop index customer_import_lines_by_business;
drop index customer_import_lines_by_outcome;
create index customer_import_lines_bad on customer_import_lines (import_id, line) where outcome = 'bad';
