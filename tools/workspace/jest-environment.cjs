const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

// Node.js creates its global connection pool on first use.
void globalThis.Response;

/**
 * Runs tests on Node.js's own globals: in Jest's separate contexts packages load per file and their errors
 * are other classes.
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
    // Jest replaces the console per file.
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
