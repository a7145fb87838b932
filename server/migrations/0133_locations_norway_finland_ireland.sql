-- Towns of Ireland and Finland have more names, and regions of postal codes are known in Norway, Finland and Ireland: what was
-- not found there is looked for again by the loop `locations`. Estimates that are planned with stay as they are.
update location set coordinate_source = null
 where coordinate_source = 'UNKNOWN' and merged_into is null and latitude is null
   and lower(country) in ('no', 'fi', 'ie', 'norway', 'finland', 'ireland');
