-- How a user hears of a new text: a short sound, and the browser's own notification while the page is hidden.
alter table users
  add column message_sound boolean not null default true,
  add column message_popup boolean not null default false;
