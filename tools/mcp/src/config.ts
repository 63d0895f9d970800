import { readConfig } from '@svc/config';
import Joi from 'joi';

interface Environment {
  readonly FSM_URL: string;
  readonly FSM_API_KEY?: string;
  readonly MCP_PORT?: number;
}

const schema = Joi.object<Environment>({
  FSM_URL: Joi.string()
    .uri({ scheme: ['http', 'https'] })
    .default('http://127.0.0.1:8080'),
  // Over HTTP, each request has its own key.
  FSM_API_KEY: Joi.string().when('MCP_PORT', {
    is: Joi.exist(),
    then: Joi.forbidden(),
    otherwise: Joi.required(),
  }),
  MCP_PORT: Joi.number().port(),
});

export interface Config {
  readonly baseUrl: string;
  /** Absent over HTTP. */
  readonly apiKey: string | undefined;
  /** If set, HTTP replaces standard input and output. */
  readonly port: number | undefined;
}

export function configFrom(env: Readonly<Record<string, string | undefined>>): Config {
  const { FSM_URL, FSM_API_KEY, MCP_PORT } = readConfig(schema, env);
  return {
    baseUrl: FSM_URL,
    apiKey: FSM_API_KEY,
    port: MCP_PORT,
  };
}
