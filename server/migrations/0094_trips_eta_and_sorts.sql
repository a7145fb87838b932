-- Whether the driving times behind the ETA of a stop are estimates, not results of a road engine.

alter table trip_stop add column eta_is_estimated boolean;
comment on column trip_stop.eta_is_estimated is 'Null: not calculated, or not since this column was added.';

-- The list of trips, sorted by last stop and by creation.
create index trip_by_end on trip (tenant_id, ends_at, trip_id) where created_at > '-infinity';
create index trip_by_creation on trip (tenant_id, created_at, trip_id) where created_at > '-infinity';
