const { default: Runtime } = require('jest-runtime');
const asyncHooks = require('node:async_hooks');
const { createRequire, isBuiltin } = require('node:module');
const { join, sep } = require('node:path');
const { compileFunction } = require('node:vm');

const compiled = new Map();

const root = join(__dirname, '../..', sep);
const OURS =
  /^(gateway|(libs|services|tools)\/[^/]+)\/(src\/(?!.*\.test\.ts$)|test\/documented\.ts$)/;

/** Sources and API documents are stateless, tests and their helpers are not. */
const isTheSameForAll = (path) => path.startsWith(root) && OURS.test(path.slice(root.length));

const loadedOnce = new Map();

/** Also for modules loaded by earlier files. */
const sourceMaps = new Map();

const current = {};

const isPackage = (name) => /^[a-z@]/i.test(name) && !name.startsWith('@svc/') && !isBuiltin(name);

const storageOfRunner = new asyncHooks.AsyncLocalStorage();

/** Jest's runner makes a storage per file, and Node.js before 24 calls each one for every promise. */
const asyncHooksOfRunner = {
  ...asyncHooks,
  AsyncLocalStorage: function StorageOfRunner() {
    return storageOfRunner;
  },
};

/** Loads packages and sources once per process, and only tests and their helpers per file. */
module.exports = class extends Runtime {
  constructor(config, environment, ...rest) {
    super(config, environment, ...rest);
    current.runtime = this;
    this.environment = environment;
    this.transformCache.sourceMaps = sourceMaps;
    const { watch, watchAll } = rest.at(-1);
    // In watch mode sources change.
    this.isWatching = watch || watchAll;
    const { injectedModuleParameters } = this.executor;
    this.executor.compile = (code, filename) => {
      const known = compiled.get(filename);
      if (known?.code === code) return known.compiled;
      const fresh = compileFunction(code, injectedModuleParameters, { filename });
      compiled.set(filename, { code, compiled: fresh });
      return fresh;
    };
  }

  installGetBuiltinModule() {}

  requireModuleOrMock(from, name) {
    // A source of an earlier file may import later.
    return current.runtime === this
      ? super.requireModuleOrMock(from, name)
      : current.runtime.requireModuleOrMock(from, name);
  }

  requireModule(from, name, options, isRequireActual) {
    if (options?.isInternalModule && name === 'node:async_hooks') return asyncHooksOfRunner;
    if (name && !options?.isInternalModule && !isBuiltin(name)) {
      if (isPackage(name)) return this.requirePackage(from, name);
      const path = this._resolution.resolveCjs(from, name);
      if (isTheSameForAll(path) && !this.isWatching) return this.requireOnce(path, from, name);
    }
    return super.requireModule(from, name, options, isRequireActual);
  }

  requireOnce(path, from, name) {
    if (loadedOnce.has(path)) return loadedOnce.get(path);
    const loaded = super.requireModule(from, name);
    // A module in a cycle may not have finished loading.
    if (this.registries.getActiveCjsRegistry().get(path).loaded) loadedOnce.set(path, loaded);
    return loaded;
  }

  requirePackage(from, name) {
    const before = new Set(Reflect.ownKeys(globalThis));
    const loaded = createRequire(from)(name);
    for (const key of Reflect.ownKeys(globalThis)) {
      if (!before.has(key)) this.environment.globalsOfPackages.add(key);
    }
    return loaded;
  }
};
