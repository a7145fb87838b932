-- Finds the dispatch of a failed delivery, and dispatches that could not be sent.

create index dispatch_revision_by_event on dispatch_revision (tenant_id, event_id);
create index dispatch_in_trouble on dispatch (tenant_id, trip_id) where trouble is not null;
