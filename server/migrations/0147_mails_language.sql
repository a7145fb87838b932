-- A language of the application consists of files (decision 0094), and the interface checks which exist.
alter table mail_template drop constraint mail_template_language_check;
alter table mail drop constraint mail_language_check;
