-- Written by `WRITE_DEPLOY=1 npx jest --config libs/local-servers/jest.config.cjs provision.test`.
\set ON_ERROR_STOP on
\getenv gateway_password GATEWAY_PASSWORD
do $$ begin
     if not exists (select from pg_roles where rolname = 'svc_gateway') then
       create role svc_gateway nosuperuser nocreatedb nocreaterole noinherit;
     end if;
   end $$;
   alter role svc_gateway login password :'gateway_password' connection limit 44;
   alter role svc_gateway set search_path = gateway, extensions;
\getenv jobs_password JOBS_PASSWORD
do $$ begin
     if not exists (select from pg_roles where rolname = 'svc_jobs') then
       create role svc_jobs nosuperuser nocreatedb nocreaterole noinherit;
     end if;
   end $$;
   alter role svc_jobs login password :'jobs_password' connection limit 44;
   alter role svc_jobs set search_path = jobs, extensions;
\getenv customers_password CUSTOMERS_PASSWORD
do $$ begin
     if not exists (select from pg_roles where rolname = 'svc_customers') then
       create role svc_customers nosuperuser nocreatedb nocreaterole noinherit;
     end if;
   end $$;
   alter role svc_customers login password :'customers_password' connection limit 44;
   alter role svc_customers set search_path = customers, extensions;
\getenv assets_password ASSETS_PASSWORD
do $$ begin
     if not exists (select from pg_roles where rolname = 'svc_assets') then
       create role svc_assets nosuperuser nocreatedb nocreaterole noinherit;
     end if;
   end $$;
   alter role svc_assets login password :'assets_password' connection limit 44;
   alter role svc_assets set search_path = assets, extensions;
\getenv inventory_password INVENTORY_PASSWORD
do $$ begin
     if not exists (select from pg_roles where rolname = 'svc_inventory') then
       create role svc_inventory nosuperuser nocreatedb nocreaterole noinherit;
     end if;
   end $$;
   alter role svc_inventory login password :'inventory_password' connection limit 44;
   alter role svc_inventory set search_path = inventory, extensions;
\getenv technicians_password TECHNICIANS_PASSWORD
do $$ begin
     if not exists (select from pg_roles where rolname = 'svc_technicians') then
       create role svc_technicians nosuperuser nocreatedb nocreaterole noinherit;
     end if;
   end $$;
   alter role svc_technicians login password :'technicians_password' connection limit 44;
   alter role svc_technicians set search_path = technicians, extensions;
\getenv webhooks_password WEBHOOKS_PASSWORD
do $$ begin
     if not exists (select from pg_roles where rolname = 'svc_webhooks') then
       create role svc_webhooks nosuperuser nocreatedb nocreaterole noinherit;
     end if;
   end $$;
   alter role svc_webhooks login password :'webhooks_password' connection limit 44;
   alter role svc_webhooks set search_path = webhooks, extensions;
\getenv dashboard_password DASHBOARD_PASSWORD
do $$ begin
     if not exists (select from pg_roles where rolname = 'svc_dashboard') then
       create role svc_dashboard nosuperuser nocreatedb nocreaterole noinherit;
     end if;
   end $$;
   alter role svc_dashboard login password :'dashboard_password' connection limit 44;
   alter role svc_dashboard set search_path = dashboard, extensions;
revoke all on database "fsm" from public;
   revoke all on schema public from public;
   create schema if not exists extensions;
   create extension if not exists pg_trgm schema extensions;
   create extension if not exists btree_gin schema extensions;
   do $$ declare each record; begin
     if (select rolsuper from pg_roles where rolname = current_user) then
       for each in
         select oid::regprocedure as signature from pg_proc
         where pronamespace = 'pg_catalog'::regnamespace
           and (proname like 'pg%advisory%' or proname like 'lo_creat%'
             or proname like 'lo_import%' or proname = 'lo_from_bytea')
           and has_function_privilege('public', oid, 'execute')
       loop
         execute format('revoke execute on function %s from public', each.signature);
       end loop;
     end if;
   end $$;
do $$ begin
     if not (select rolsuper from pg_roles where rolname = current_user) then
       execute format('grant svc_gateway to %I', current_user);
     end if;
   end $$;
   create schema if not exists gateway authorization svc_gateway;
   revoke all on schema gateway from public;
   grant usage on schema extensions to svc_gateway;
   grant connect on database "fsm" to svc_gateway;
do $$ begin
     if not (select rolsuper from pg_roles where rolname = current_user) then
       execute format('grant svc_jobs to %I', current_user);
     end if;
   end $$;
   create schema if not exists jobs authorization svc_jobs;
   revoke all on schema jobs from public;
   grant usage on schema extensions to svc_jobs;
   grant connect on database "fsm" to svc_jobs;
do $$ begin
     if not (select rolsuper from pg_roles where rolname = current_user) then
       execute format('grant svc_customers to %I', current_user);
     end if;
   end $$;
   create schema if not exists customers authorization svc_customers;
   revoke all on schema customers from public;
   grant usage on schema extensions to svc_customers;
   grant connect on database "fsm" to svc_customers;
do $$ begin
     if not (select rolsuper from pg_roles where rolname = current_user) then
       execute format('grant svc_assets to %I', current_user);
     end if;
   end $$;
   create schema if not exists assets authorization svc_assets;
   revoke all on schema assets from public;
   grant usage on schema extensions to svc_assets;
   grant connect on database "fsm" to svc_assets;
do $$ begin
     if not (select rolsuper from pg_roles where rolname = current_user) then
       execute format('grant svc_inventory to %I', current_user);
     end if;
   end $$;
   create schema if not exists inventory authorization svc_inventory;
   revoke all on schema inventory from public;
   grant usage on schema extensions to svc_inventory;
   grant connect on database "fsm" to svc_inventory;
do $$ begin
     if not (select rolsuper from pg_roles where rolname = current_user) then
       execute format('grant svc_technicians to %I', current_user);
     end if;
   end $$;
   create schema if not exists technicians authorization svc_technicians;
   revoke all on schema technicians from public;
   grant usage on schema extensions to svc_technicians;
   grant connect on database "fsm" to svc_technicians;
do $$ begin
     if not (select rolsuper from pg_roles where rolname = current_user) then
       execute format('grant svc_webhooks to %I', current_user);
     end if;
   end $$;
   create schema if not exists webhooks authorization svc_webhooks;
   revoke all on schema webhooks from public;
   grant usage on schema extensions to svc_webhooks;
   grant connect on database "fsm" to svc_webhooks;
do $$ begin
     if not (select rolsuper from pg_roles where rolname = current_user) then
       execute format('grant svc_dashboard to %I', current_user);
     end if;
   end $$;
   create schema if not exists dashboard authorization svc_dashboard;
   revoke all on schema dashboard from public;
   grant usage on schema extensions to svc_dashboard;
   grant connect on database "fsm" to svc_dashboard;
