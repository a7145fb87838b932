-- Who reported an ETA of a stop by hand, as the trail names people (ETA-4).
alter table stop_report add column reported_by text;
