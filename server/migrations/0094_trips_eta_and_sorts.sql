-- Whether the driving times that the expected times of a stop were calculated from are estimates, not a router's.

alter table trip_stop add column eta_is_estimated boolean;
comment on column trip_stop.eta_is_estimated is 'Null: not calculated, or not since this column is there.';

-- The list of trips by its last stop and by its creation.
create index trip_by_end on trip (tenant_id, ends_at, trip_id) where created_at > '-infinity';
create index trip_by_creation on trip (tenant_id, created_at, trip_id) where created_at > '-infinity';
