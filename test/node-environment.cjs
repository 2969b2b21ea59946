const { TestEnvironment } = require('jest-environment-node');
const { contextFree } = require('./support/context-free.cjs');

module.exports = contextFree(TestEnvironment);
