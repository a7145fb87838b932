-- Accuracy of positions, and departures that no position shows.

-- No default, so that the rows of the partitions are not rewritten.
alter table position_sample add column accuracy_m double precision;
comment on column position_sample.accuracy_m is 'Accuracy in metres. Null when the device did not send it.';

-- The positions before and after a departure, when they are so far apart that its time is an estimate.
alter table stop_proposal add column earliest_at timestamptz, add column latest_at timestamptz;
