-- What estimated coordinates were found out from and how far off they may be, and the places that may be meant.
alter table location add column estimate jsonb;
comment on column location.estimate is 'source, radius_km, candidates and disagrees of an estimate, and of a place that may be several; null otherwise.';
-- Looked at again by the loop `locations`: towns were found without their postal codes.
update location set latitude = null, longitude = null, coordinate_source = null
 where coordinate_source in ('ESTIMATE', 'UNKNOWN') and merged_into is null;
