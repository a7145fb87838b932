-- Lists of trips read this index and no more rows than they show. Drafts without times come first when the latest come
-- first. The condition is true for every row. Only lists repeat it, so no look-up by id is planned over it.
create index trip_in_list on trip (tenant_id, starts_at, trip_id) where created_at > '-infinity';
