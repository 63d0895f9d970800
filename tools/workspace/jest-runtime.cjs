const { default: Runtime } = require('jest-runtime');
const { createRequire, isBuiltin } = require('node:module');
const { dirname, resolve } = require('node:path');
const { compileFunction } = require('node:vm');

/** By file name; the code is another when the file was saved in between. */
const compiled = new Map();

/**
 * What answers are held against is the same for all files: putting a context's part of the API document
 * together takes longer than to load everything else. It keeps no state, and nothing of a test gets into it.
 */
const isTheSameForAll = (path) => /\/test\/documented\.ts$/.test(path);

/** By path, what the first file that needed it has loaded. */
const loadedOnce = new Map();

const isPackage = (name) => /^[a-z@]/i.test(name) && !name.startsWith('@svc/') && !isBuiltin(name);

/**
 * Jest's loading of modules, without what it repeats for each test file: packages are loaded once for
 * all files that a process runs, as Node.js does it, and our sources compiled once. Each file still
 * has all of our modules anew, but for those that are the same for all.
 */
module.exports = class extends Runtime {
  constructor(config, environment, ...rest) {
    super(config, environment, ...rest);
    this.environment = environment;
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

  requireModule(from, name, options, isRequireActual) {
    if (name && isPackage(name) && !options?.isInternalModule)
      return this.requirePackage(from, name);
    if (name?.startsWith('.') && !this.isWatching) {
      const path = `${resolve(dirname(from), name)}.ts`;
      if (isTheSameForAll(path)) return this.requireOnce(path);
    }
    return super.requireModule(from, name, options, isRequireActual);
  }

  requireOnce(path) {
    if (!loadedOnce.has(path)) loadedOnce.set(path, super.requireModule(path));
    return loadedOnce.get(path);
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
