-- The theme that a user chose; null: the company's.
alter table users add column font_size text;
alter table users add constraint users_font_size_check check (font_size in ('small', 'medium', 'large'));
alter table users add column primary_color text;
alter table users add constraint users_primary_color_check check (primary_color in ('blue', 'teal', 'green', 'violet', 'orange'));
alter table users add column background text;
alter table users add constraint users_background_check check (background in ('light', 'dark'));
