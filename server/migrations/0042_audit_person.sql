-- The audit trail by actor, by kind of record, and by the id of a record or a request. The condition is true for every
-- row. Only the list of the trail repeats it, so no other statement is planned over one of these.

create index audit_record_by_actor on audit_record (tenant_id, actor_id, sequence)
  where actor_id is not null and sequence > 0;
create index audit_record_by_type on audit_record (tenant_id, entity_type, sequence) where sequence > 0;
create index audit_record_by_record on audit_record (tenant_id, entity_id, sequence) where sequence > 0;
create index audit_record_by_request on audit_record (tenant_id, request_id, sequence)
  where request_id is not null and sequence > 0;
