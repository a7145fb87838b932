-- Kinds of the ids of the parties of an interchange (UNB 0007): 14 for a GLN, ZZZ for agreed ids, and so on.

alter table subscription
  add column edi_sender_qualifier text check (edi_sender_qualifier ~ '^[A-Z0-9]{1,4}$'),
  add column edi_recipient_qualifier text check (edi_recipient_qualifier ~ '^[A-Z0-9]{1,4}$'),
  add constraint subscription_qualifiers check (
    format = 'EDI' or (edi_sender_qualifier is null and edi_recipient_qualifier is null)
  );

-- EDI endpoints without selected types were given every type that has a message, including estimates. Estimates are now
-- selected separately. An endpoint that selected exactly these types cannot be distinguished, so all of them stop
-- receiving estimates.
alter table subscription no force row level security;
update subscription set event_types = array_remove(event_types, 'stop.eta_changed')
 where format = 'EDI'
   and event_types = '{order.accepted,order.rejected,order.blocked,order.unblocked,order.cancelled,order.completed,stop.at_stop,stop.completed,stop.eta_changed}';
alter table subscription force row level security;
