-- Companies with a verified domain, for the sign-in page, before any company is known. The table stands whole on every node.
create function list_sso_companies(most int) returns setof bigint
  language sql stable security definer set search_path = pg_catalog, public as $$
  select distinct d.company_id from public.sso_domains d order by 1 limit most
$$;
revoke execute on function list_sso_companies(int) from public;
grant execute on function list_sso_companies(int) to steward_app;
