-- Duration of loading and unloading at a location when the order does not state it.
alter table location
  add column loading_minutes integer check (loading_minutes between 0 and 1440),
  add column unloading_minutes integer check (unloading_minutes between 0 and 1440);
