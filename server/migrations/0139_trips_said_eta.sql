-- The user or client that reported an ETA manually, in the form of the audit trail (ETA-4).
alter table stop_report add column reported_by text;
