-- How far off a position may be, and departures that no position shows.

-- Null: the device did not say. A constant, so that no row of the partitions is written anew.
alter table position_sample add column accuracy_m double precision;
comment on column position_sample.accuracy_m is 'Metres it may be off by; null when its device did not say.';

-- The fixes a departure is between, when there were none for so long that its instant is an estimate.
alter table stop_proposal add column earliest_at timestamptz, add column latest_at timestamptz;
