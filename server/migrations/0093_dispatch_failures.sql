-- A failed delivery leads to the dispatch whose message it was; a dispatch that was not possible is found by its trouble.

create index dispatch_revision_by_event on dispatch_revision (tenant_id, event_id);
create index dispatch_in_trouble on dispatch (tenant_id, trip_id) where trouble is not null;
