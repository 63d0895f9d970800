import Joi, { type ObjectSchema, type Schema } from 'joi';
import type { Manifest } from './render';

/**
 * No package contains the schemas of CloudNativePG and its Barman plugin. These are copied from
 * their API references (1.26 and 0.5), reduced to the used fields; all others are rejected.
 */

const text = Joi.string();
const count = Joi.number().integer();
const named = Joi.object({ name: text.required() });
const quantities = Joi.object({ cpu: text, memory: text });
const resources = Joi.object({ requests: quantities, limits: quantities });
const labels = Joi.object().pattern(text, text);
const key = Joi.object({ name: text.required(), key: text.required() });

const kind = (spec: Record<string, Schema>): ((manifest: Manifest) => string[]) => {
  const schema: ObjectSchema = Joi.object({
    apiVersion: text.required(),
    kind: text.required(),
    metadata: Joi.object({ name: text.required(), namespace: text, labels }).required(),
    spec: Joi.object(spec).required(),
  });
  return (manifest) => {
    const { error } = schema.validate(manifest, { abortEarly: false, convert: false });
    return error?.details.map(({ message }) => message) ?? [];
  };
};

/** Returns faults, by apiVersion and kind. */
export const OPERATOR_SCHEMAS: Readonly<Record<string, (manifest: Manifest) => string[]>> = {
  'postgresql.cnpg.io/v1/Cluster': kind({
    instances: count.min(1).required(),
    imageName: text,
    inheritedMetadata: Joi.object({ labels }),
    postgresql: Joi.object({
      synchronous: Joi.object({ method: text.valid('any', 'first'), number: count.min(1) }),
      parameters: Joi.object().pattern(text, text),
      pg_hba: Joi.array().items(text),
    }),
    managed: Joi.object({
      roles: Joi.array().items(
        Joi.object({
          name: text.required(),
          ensure: text.valid('present', 'absent'),
          login: Joi.boolean(),
          connectionLimit: count,
          passwordSecret: named,
        }),
      ),
    }),
    certificates: Joi.object({ serverAltDNSNames: Joi.array().items(text) }),
    storage: Joi.object({ size: text.required() }),
    walStorage: Joi.object({ size: text.required() }),
    resources,
    affinity: Joi.object({
      enablePodAntiAffinity: Joi.boolean(),
      podAntiAffinityType: text.valid('preferred', 'required'),
      topologyKey: text,
    }),
    plugins: Joi.array().items(
      Joi.object({
        name: text.required(),
        isWALArchiver: Joi.boolean(),
        parameters: Joi.object().pattern(text, text),
      }),
    ),
  }),

  'postgresql.cnpg.io/v1/Database': kind({
    cluster: named.required(),
    name: text.required(),
    owner: text.required(),
    databaseReclaimPolicy: text.valid('delete', 'retain'),
    schemas: Joi.array().items(Joi.object({ name: text.required(), owner: text })),
    extensions: Joi.array().items(Joi.object({ name: text.required(), schema: text })),
  }),

  'postgresql.cnpg.io/v1/Pooler': kind({
    cluster: named.required(),
    type: text.valid('rw', 'ro', 'r'),
    instances: count.min(1),
    pgbouncer: Joi.object({
      poolMode: text.valid('session', 'transaction'),
      parameters: Joi.object().pattern(text, text),
    }).required(),
    template: Joi.object({
      metadata: Joi.object({ labels }),
      spec: Joi.object({
        containers: Joi.array().items(Joi.object({ name: text.required(), resources })),
      }),
    }),
  }),

  'postgresql.cnpg.io/v1/ScheduledBackup': kind({
    schedule: text.pattern(/^(\S+ ){5}\S+$/, 'six fields').required(),
    backupOwnerReference: text.valid('none', 'self', 'cluster'),
    cluster: named.required(),
    method: text.valid('barmanObjectStore', 'volumeSnapshot', 'plugin'),
    pluginConfiguration: named,
  }),

  'barmancloud.cnpg.io/v1/ObjectStore': kind({
    retentionPolicy: text.pattern(/^[1-9]\d*[dwm]$/),
    configuration: Joi.object({
      destinationPath: text.required(),
      endpointURL: text,
      s3Credentials: Joi.object({ accessKeyId: key, secretAccessKey: key }),
      wal: Joi.object({ compression: text.valid('gzip', 'bzip2', 'snappy', 'lz4', 'xz', 'zstd') }),
    }).required(),
  }),
};
