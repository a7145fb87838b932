-- What a planning command did, as a translatable message: its pattern with its values. Null for commands that
-- were given before, whose summary is English.
alter table planning_command add column message jsonb;
