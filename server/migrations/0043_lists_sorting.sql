-- Sorting, counting and searching in lists. Only lists repeat the conditions that are true for every row.

create index resource_by_kind_and_name on resource (tenant_id, resource_type, name_key)
  where not is_archived and name_key >= '';
create index resource_by_last_change on resource (tenant_id, updated_at) where not is_archived and name_key >= '';

-- Locations by name. The index includes the other columns that the list filters and counts by. An upload that creates a
-- location still writes to no index of names: the loop `locations` fills them in.
drop index location_by_name;
create index location_by_name on location (tenant_id, search_name)
  include (is_archived, merged_into, country, coordinate_source) where search_name is not null;

-- Documents by the beginning of their name. A column, because row security rules out an index over an expression.
alter table document add column name_key text collate "C" generated always as (left(lower(name), 100)) stored;
create index document_by_name on document (tenant_id, name_key);
drop index document_by_creation;
create index document_by_creation on document (tenant_id, created_at desc, document_id desc)
  include (document_type, subject_type);

create index inbox_item_by_message on inbox_item (tenant_id, message_id);
