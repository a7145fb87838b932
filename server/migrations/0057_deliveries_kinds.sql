-- All kinds of events now mean all of them but those that are chosen apart: cancelled trips and resources that are taken
-- off are among them. A receiver that exists may not know these kinds and would misread them, so it goes on getting what
-- it got until a person chooses more.

alter table subscription
  -- Since when it gets these kinds: before that, no event counts as one it was sent before another.
  add column events_since timestamptz not null default clock_timestamp();

alter table subscription no force row level security;
update subscription
   set event_types = '{order.accepted,order.rejected,order.blocked,order.unblocked,order.cancelled,order.completed,order_import.ignored,stop.at_stop,stop.completed,trip.planned,trip.completed,resource.assigned,position.updated,document.created,handling_unit.scanned}'
 where purpose = 'EVENTS' and event_types = '{}';
alter table subscription force row level security;

comment on column subscription.event_types is
  'Kinds it is told of. None, or the word all: every kind but those chosen apart, which are named beside it.';
