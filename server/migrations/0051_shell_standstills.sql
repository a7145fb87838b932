-- What stands still until a person acts is rare and asked for often: each kind is found without walking all the others.

-- Events that a receiver did not take at the first attempt hold up those behind them. Only failed attempts change what
-- this index is about, so that claims still touch no index.
create index delivery_pending_tried on delivery_pending (tenant_id, subscription_id) where attempts > 0;

-- A person has looked at a delivery that was given up and leaves it at that. Null again once it was sent again.
alter table delivery add column dismissed_at timestamptz;
-- Positions that a newer one took the place of need nobody.
create index delivery_unsettled on delivery (tenant_id, subscription_id, finished_at)
  where status = 'DEAD' and dismissed_at is null and reason is distinct from 'superseded';

create index job_dead on job (tenant_id, created_at) where is_dead;
create index document_content_infected on document_content (tenant_id, content_id) where scan_status = 'INFECTED';
create index location_booking_cancelled on location_booking (tenant_id, trip_id) where status = 'CANCELLED';
create index intermodal_booking_lost on intermodal_booking (tenant_id, trip_id)
  where status = 'CANCELLED' or failure is not null;
