-- Whether the driving times that the expected times of a stop were calculated from are estimates, not a router's.

alter table trip_stop add column eta_is_estimated boolean;
comment on column trip_stop.eta_is_estimated is 'Null: not calculated, or not since this column is there.';
