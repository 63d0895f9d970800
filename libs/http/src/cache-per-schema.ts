import type { Description, Schema } from 'joi';

/** Caches what follows from a schema's description, which Joi rebuilds each time. */
export function cachePerSchema<Derived>(
  derive: (description: Description) => Derived,
): (schema: Schema) => Derived {
  const cache = new WeakMap<Schema, Derived>();
  return (schema) => {
    const derived = cache.get(schema) ?? derive(schema.describe());
    cache.set(schema, derived);
    return derived;
  };
}
