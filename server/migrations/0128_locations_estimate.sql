-- Source, radius and candidates of estimated coordinates.
alter table location add column estimate jsonb;
comment on column location.estimate is
  'source, radius_km, candidates and disagrees of an estimate or of an ambiguous town. Null otherwise.';
-- The loop `locations` handles these again: towns were found without their postal codes.
update location set latitude = null, longitude = null, coordinate_source = null
 where coordinate_source in ('ESTIMATE', 'UNKNOWN') and merged_into is null;
