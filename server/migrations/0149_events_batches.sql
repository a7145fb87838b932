-- Events of several tenants get their log positions in one transaction (decision 0095).
select let_batch(name) from unnest(array['event_head', 'event_position']) as name;
