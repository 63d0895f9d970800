import Joi from 'joi';
import { ConfigError, readConfig } from './read-config';

const schema = Joi.object({
  PORT: Joi.number().port().required(),
  LOG_LEVEL: Joi.string().valid('info', 'debug').default('info'),
  SECRET: Joi.string().min(16),
});

describe('readConfig', () => {
  it('reads typed values, fills defaults and drops other variables', () => {
    expect(readConfig(schema, { PORT: '8080', HOME: '/root' })).toEqual({
      PORT: 8080,
      LOG_LEVEL: 'info',
    });
  });

  it('counts an empty variable as absent', () => {
    expect(readConfig(schema, { PORT: '1', LOG_LEVEL: '' })).toMatchObject({ LOG_LEVEL: 'info' });
  });

  it('names every bad variable in one line, and no value', () => {
    const read = () => readConfig(schema, { LOG_LEVEL: 'loud', SECRET: 'hunter2' });

    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/^Configuration: [^\n]*PORT[^\n]*LOG_LEVEL[^\n]*SECRET[^\n]*$/);
    expect(read).not.toThrow(/hunter2|loud/);
  });

  it('cannot be changed afterwards', () => {
    expect(Object.isFrozen(readConfig(schema, { PORT: '1' }))).toBe(true);
  });
});
