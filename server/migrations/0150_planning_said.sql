-- What a planning command did, as a sentence that can be said in another language: its pattern with its values. Null for commands that
-- were given before, whose summary is English.
alter table planning_command add column said jsonb;
