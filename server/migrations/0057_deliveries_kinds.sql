-- "All types" now covers every type except the separately selected ones, and so includes cancelled trips and removed
-- resources. An existing endpoint may not support these types and would misread them, so it receives the same types as
-- before until a user selects more.

alter table subscription
  -- When it began to receive these types. Earlier events do not count as its previous events.
  add column events_since timestamptz not null default clock_timestamp();

alter table subscription no force row level security;
update subscription
   set event_types = '{order.accepted,order.rejected,order.blocked,order.unblocked,order.cancelled,order.completed,order_import.ignored,stop.at_stop,stop.completed,trip.planned,trip.completed,resource.assigned,position.updated,document.created,handling_unit.scanned}'
 where purpose = 'EVENTS' and event_types = '{}';
alter table subscription force row level security;

comment on column subscription.event_types is
  'Types it receives. Empty or the word all: every type except the separately selected ones, which it lists as well.';
