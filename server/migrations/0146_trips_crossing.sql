-- A ferry or train that the vehicle takes from a stop to the next one of its trip (CROSS-1).
alter table trip_stop add column crossing jsonb
  check (crossing is null or (crossing ? 'kind' and crossing ? 'minutes' and crossing ? 'lands_stop_id'));
