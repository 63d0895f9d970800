const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

// Node.js loads its `fetch` when it is first needed, and keeps its connections in a global.
void globalThis.Response;

/**
 * Test files on Node.js's own globals, as in production: in a context of their own, as Jest has it, a
 * package would have to be loaded for each file again, or its errors be no `Error` of ours. What a
 * file adds to the globals goes with it; what a package adds when it is loaded stays with the package.
 */
class NodeEnvironment {
  constructor({ projectConfig }) {
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimers = null;
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.globalsOfPackages = new Set();
    this.before = {
      globals: new Set(Reflect.ownKeys(globalThis)),
      console: globalThis.console,
      exit: process.exit,
      environment: { ...process.env },
    };
  }

  async setup() {}

  async teardown() {
    const { globals, console, exit, environment } = this.before;
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    for (const key of Reflect.ownKeys(globalThis)) {
      if (!globals.has(key) && !this.globalsOfPackages.has(key))
        Reflect.deleteProperty(globalThis, key);
    }
    // Jest puts its own in their place for each file.
    Object.assign(globalThis, { console });
    process.exit = exit;
    for (const name of Object.keys(process.env)) {
      if (!Object.hasOwn(environment, name)) delete process.env[name];
    }
    Object.assign(process.env, environment);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return null;
  }
}

module.exports = NodeEnvironment;
