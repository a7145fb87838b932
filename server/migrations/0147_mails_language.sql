-- A language of the application is files (decision 0094): the interface checks which there are.
alter table mail_template drop constraint mail_template_language_check;
alter table mail drop constraint mail_language_check;
