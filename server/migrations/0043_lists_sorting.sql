-- What lists of screens sort, count and search by. Conditions that are true of every row are repeated by the lists only.

create index resource_by_kind_and_name on resource (tenant_id, resource_type, name_key)
  where not is_archived and name_key >= '';
create index resource_by_last_change on resource (tenant_id, updated_at) where not is_archived and name_key >= '';

-- Locations by name. What else the list filters and counts by is told by the index itself. An upload that makes a
-- location still writes no index of names: the loop `locations` fills them in.
drop index location_by_name;
create index location_by_name on location (tenant_id, search_name)
  include (is_archived, merged_into, country, coordinate_source) where search_name is not null;

-- Documents by the beginning of their name. A column of its own, because behind row security no index over an expression
-- is used.
alter table document add column name_key text collate "C" generated always as (left(lower(name), 100)) stored;
create index document_by_name on document (tenant_id, name_key);
drop index document_by_creation;
create index document_by_creation on document (tenant_id, created_at desc, document_id desc)
  include (document_type, subject_type);

create index inbox_item_by_message on inbox_item (tenant_id, message_id);
