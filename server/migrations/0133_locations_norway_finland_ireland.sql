-- More names of towns are known in Ireland and Finland, and more regions of postal codes in Norway, Finland and
-- Ireland. The loop `locations` searches again for locations that were not found there. Estimates used in planning do
-- not change.
update location set coordinate_source = null
 where coordinate_source = 'UNKNOWN' and merged_into is null and latitude is null
   and lower(country) in ('no', 'fi', 'ie', 'norway', 'finland', 'ireland');
