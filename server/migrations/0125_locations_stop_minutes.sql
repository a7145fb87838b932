-- How long loading and unloading take at a place when an order does not say.
alter table location
  add column loading_minutes integer check (loading_minutes between 0 and 1440),
  add column unloading_minutes integer check (unloading_minutes between 0 and 1440);
