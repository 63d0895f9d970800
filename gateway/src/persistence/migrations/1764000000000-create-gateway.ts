import { createOutboxSql, dropOutboxSql } from '@svc/outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateGateway1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table companies (
        id bigint generated always as identity primary key,
        slug text not null constraint companies_slug_key unique,
        name text not null,
        timezone text not null,
        country text not null,
        plan text not null,
        features text[] not null,
        limits jsonb not null,
        version integer not null default 1,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      );

      create table api_keys (
        id bigint generated always as identity primary key,
        company_id bigint not null constraint api_keys_company_fkey references companies,
        name text not null,
        mode text not null,
        -- Not company first: a key is what tells the company.
        hash bytea not null constraint api_keys_hash_key unique,
        last4 text not null,
        scopes text[] not null,
        ip_allowlist text[] not null,
        version integer not null default 1,
        created_at timestamptz not null default now(),
        last_used_at timestamptz,
        revoked_at timestamptz
      );

      create index api_keys_company_idx on api_keys (company_id, id);

      create table daily_allowances (
        company_id bigint not null,
        key_id bigint not null,
        kind text not null,
        day date not null,
        taken bigint not null,
        last_grant bigint not null,
        constraint daily_allowances_pkey primary key (company_id, key_id, kind, day)
      );

      create table idempotency_keys (
        company_id bigint not null,
        key_id bigint not null,
        idempotency_key text not null,
        fingerprint bytea not null,
        token text not null,
        locked_until timestamptz not null,
        expires_at timestamptz not null,
        status integer,
        headers jsonb,
        body text,
        constraint idempotency_keys_pkey primary key (company_id, key_id, idempotency_key)
      );

      -- Not company first: expired rows are removed across all companies.
      create index idempotency_keys_expires_at_idx on idempotency_keys (expires_at);

      ${createOutboxSql}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${dropOutboxSql}
      drop table idempotency_keys;
      drop table daily_allowances;
      drop table api_keys;
      drop table companies;
    `);
  }
}
