-- Locations in the visible part of the map. Only exact ones, because no one arrives at the middle of a town.
create index location_in_sight on location (tenant_id, latitude, longitude)
  where coordinate_source = 'GIVEN' and merged_into is null and not is_archived;
