-- Lists of trips walk this and read no more rows than they show, drafts without times first when the latest come first.
-- The condition is true of every row: only lists repeat it, so no look-up by id is ever planned over it.
create index trip_in_list on trip (tenant_id, starts_at, trip_id) where created_at > '-infinity';
