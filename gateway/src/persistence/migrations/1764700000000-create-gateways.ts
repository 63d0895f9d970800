import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Several gateways share a database: who they are, and where all of them count. */
export class CreateGateways1764700000000 implements MigrationInterface {
  readonly name = 'CreateGateways1764700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table gateways (
        id uuid constraint gateways_pkey primary key,
        seen_at timestamptz not null,
        generation bigint not null,
        sees_store boolean not null,
        admitted jsonb not null,
        admitted_at timestamptz not null
      );

      create table gateway_agreement (
        is_only boolean default true constraint gateway_agreement_pkey primary key
          constraint gateway_agreement_is_only_check check (is_only),
        generation bigint not null,
        is_together boolean not null,
        gateways integer not null
      );

      insert into gateway_agreement (generation, is_together, gateways) values (1, false, 1);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table gateway_agreement; drop table gateways;');
  }
}
