-- A number that nothing explains is an uncertain area, too.
alter table document_uncertain_areas
  drop constraint document_uncertain_areas_reason_check,
  add constraint document_uncertain_areas_reason_check
    check (reason in ('label-without-value', 'value-not-read', 'paper-without-secret', 'unexplained'));
