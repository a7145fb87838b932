-- Why a poll failed is kept as a code with what it is about, and said in the language of who reads it.

-- What was kept as an English sentence is found out again by the next poll.
update telematics_connection set failure = null;
alter table telematics_connection add column failure_detail text;
comment on column telematics_connection.failure is 'A code of failures.rules.ts; null when the last poll was done to its end.';
