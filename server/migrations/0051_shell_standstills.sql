-- Standstills are rare and often counted. Each kind has an index, so that no other rows are read.
-- An event that an endpoint did not accept at the first attempt blocks the events after it. Only failed attempts change
-- this index, so claims still touch no index.

create index delivery_pending_tried on delivery_pending (tenant_id, subscription_id) where attempts > 0;

-- When a user dismissed the failed delivery. Null again once it was resent.
alter table delivery add column dismissed_at timestamptz;
-- Positions that were superseded by a newer one need no action.
create index delivery_unsettled on delivery (tenant_id, subscription_id, finished_at)
  where status = 'DEAD' and dismissed_at is null and reason is distinct from 'superseded';

create index job_dead on job (tenant_id, created_at) where is_dead;
create index document_content_infected on document_content (tenant_id, content_id) where scan_status = 'INFECTED';
create index location_booking_cancelled on location_booking (tenant_id, trip_id) where status = 'CANCELLED';
create index intermodal_booking_lost on intermodal_booking (tenant_id, trip_id)
  where status = 'CANCELLED' or failure is not null;
