-- The reason of a failed poll is stored as a code with its details and shown in the language of the reader.

-- The next poll replaces the English sentences.
update telematics_connection set failure = null;
alter table telematics_connection add column failure_detail text;
comment on column telematics_connection.failure is
  'A code of failures.rules.ts. Null when the last poll was completed.';
