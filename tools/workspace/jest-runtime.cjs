const { default: Runtime } = require('jest-runtime');
const { createRequire, isBuiltin } = require('node:module');
const { join, sep } = require('node:path');
const { compileFunction } = require('node:vm');

/** By file name; the code is another when the file was saved in between. */
const compiled = new Map();

const root = join(__dirname, '../..', sep);
const OURS =
  /^(gateway|(libs|services|tools)\/[^/]+)\/(src\/(?!.*\.test\.ts$)|test\/documented\.ts$)/;

/**
 * Whether a file holds nothing that one test could change for another, as our sources do, which requests
 * share in production as well, and what answers are held against. Tests and their helpers have state.
 */
const isTheSameForAll = (path) => path.startsWith(root) && OURS.test(path.slice(root.length));

/** By path, what the first file that needed it has loaded. */
const loadedOnce = new Map();

/** By path, where the source map is, also of what was loaded for an earlier file. */
const sourceMaps = new Map();

/** `runtime` is the one of the file that runs: a process runs one file after the other. */
const current = {};

const isPackage = (name) => /^[a-z@]/i.test(name) && !name.startsWith('@svc/') && !isBuiltin(name);

/**
 * Jest's loading of modules, without what it repeats for each test file: packages and our sources are
 * loaded once for all files that a process runs, as Node.js does it; tests and their helpers are
 * loaded for each file, and compiled once.
 */
module.exports = class extends Runtime {
  constructor(config, environment, ...rest) {
    super(config, environment, ...rest);
    current.runtime = this;
    this.environment = environment;
    this.transformCache.sourceMaps = sourceMaps;
    const { watch, watchAll } = rest.at(-1);
    // Where sources are saved in between, nothing is the same for long.
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

  // There is no copy of `process` that would need another: Node.js's own is right.
  installGetBuiltinModule() {}

  requireModuleOrMock(from, name) {
    // A source that was loaded for an earlier file may import another when it is called.
    return current.runtime === this
      ? super.requireModuleOrMock(from, name)
      : current.runtime.requireModuleOrMock(from, name);
  }

  requireModule(from, name, options, isRequireActual) {
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
    // It is not yet where it has come to itself through what it imports.
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
