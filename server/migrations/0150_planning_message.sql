-- Summary of a planning command as a translatable message: its pattern and values. Null for older commands, whose
-- summary is English.
alter table planning_command add column message jsonb;
