-- Duplicates and merging: what contacts match by, merges with what they moved, and pairs that a person told apart.

-- A name without signs and spaces: "O'Brien" and "OBrien" are one.
create function match_name(last_name text, first_name text) returns text language sql immutable parallel safe strict
  return translate(fold(last_name), ' -()/"'',&.`', '') || ' ' || translate(fold(first_name), ' -()/"'',&.`', '');

-- An address with its usual words in one form: "12 North Oak Street, Apt. 4" and "12 N Oak St #4" are one. '' if there is none.
create function match_address(address text, zip_code text) returns text language plpgsql immutable parallel safe strict as $$
declare
  short constant jsonb := '{"street":"st","str":"st","saint":"st","avenue":"ave","av":"ave","road":"rd","drive":"dr","lane":"ln","court":"ct",
    "place":"pl","boulevard":"blvd","circle":"cir","parkway":"pkwy","highway":"hwy","terrace":"ter","square":"sq","trail":"trl","mount":"mt",
    "north":"n","south":"s","east":"e","west":"w","northeast":"ne","northwest":"nw","southeast":"se","southwest":"sw",
    "apartment":"","apt":"","suite":"","ste":"","unit":"","number":"","no":"",
    "first":"1st","second":"2nd","third":"3rd","fourth":"4th","fifth":"5th"}';
  word text;
  words text := '';
begin
  if address = '' then return ''; end if;
  foreach word in array string_to_array(translate(public.fold(address), '-()/",&#.''`', '        '), ' ') loop
    word := coalesce(short ->> word, word);
    if word <> '' then words := words || word || ' '; end if;
  end loop;
  return case when words = '' then '' else words || left(zip_code, 5) end;
end $$;

-- One pass over the table for all three.
drop index contacts_by_address;
alter table contacts
  alter column address_key set expression as (match_address(address, zip_code)),
  add column name_key text not null generated always as (match_name(last_name, first_name)) stored,
  -- the contact that this one was merged into; then it is deleted too
  add column merged_into bigint;
alter table contacts no force row level security;
alter table contacts add constraint contacts_merged_into foreign key (company_id, merged_into) references contacts on delete cascade;
alter table contacts force row level security;
create index contacts_merged on contacts (company_id, merged_into) where merged_into is not null;

-- Groups of equal keys are counted from these alone, so they hold the id and the holder too.
create index contacts_by_address on contacts (company_id, address_key, name_key, id) include (owner_id, pool_id)
  where address_key <> '' and deleted_at is null;
drop index contacts_by_phone;
create index contacts_by_phone on contacts (company_id, phone, id) include (owner_id, pool_id) where phone <> '' and deleted_at is null;
drop index contacts_by_phone_2;
create index contacts_by_phone_2 on contacts (company_id, phone_2, id) include (owner_id, pool_id, phone)
  where phone_2 is not null and deleted_at is null;
drop index contacts_by_email;
create index contacts_by_email on contacts (company_id, email, id) include (owner_id, pool_id) where email <> '' and deleted_at is null;
drop index contacts_by_email_2;
create index contacts_by_email_2 on contacts (company_id, email_2, id) include (owner_id, pool_id, email)
  where email_2 is not null and deleted_at is null;

-- The fields' images stand in the journal, under `merge_id`.
create table contact_merges (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  survivor_id bigint not null,
  -- the others, which were merged into it
  merged_ids bigint[] not null,
  -- by table: [row, former contact] of every row that moved
  moved jsonb not null,
  bulk_action_id bigint,
  merged_by bigint not null,
  created_at timestamptz not null default now(),
  undone_by bigint,
  undone_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, survivor_id) references contacts on delete cascade,
  foreign key (company_id, merged_by) references users,
  foreign key (company_id, undone_by) references users
);
create index contact_merges_by_survivor on contact_merges (company_id, survivor_id, id);
create index contact_merges_by_bulk_action on contact_merges (company_id, bulk_action_id) where bulk_action_id is not null;
call guard_tenant_table('contact_merges');

alter table contact_changes add column merge_id bigint;

-- "Not duplicates": the smaller id first.
create table duplicate_dismissals (
  company_id bigint not null references companies,
  contact_id bigint not null,
  other_contact_id bigint not null,
  dismissed_by bigint not null,
  created_at timestamptz not null default now(),
  primary key (company_id, contact_id, other_contact_id),
  check (contact_id < other_contact_id),
  foreign key (company_id, contact_id) references contacts on delete cascade,
  foreign key (company_id, other_contact_id) references contacts on delete cascade,
  foreign key (company_id, dismissed_by) references users
);
create index duplicate_dismissals_by_other on duplicate_dismissals (company_id, other_contact_id);
call guard_tenant_table('duplicate_dismissals');
