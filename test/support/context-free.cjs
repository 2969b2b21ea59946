require('./compile-once.cjs');
const { AsyncLocalStorage } = require('node:async_hooks');

/** Storages in which something ran since the last test file. */
const used = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function noted(...asked) {
  used.add(this);
  return run.apply(this, asked);
};

/**
 * A Jest environment that ends the asynchronous contexts of a test file with it. Jest's runner makes one for each file,
 * as our API does, and Node before version 24 hands each one it has ever used on to every new promise: at the end of a
 * worker's hundred files a promise costs a hundred times as much, and holds on to their memory.
 */
exports.contextFree = (Environment) =>
  class extends Environment {
    async teardown() {
      for (const storage of used) storage.disable();
      used.clear();
      await super.teardown();
    }
  };
