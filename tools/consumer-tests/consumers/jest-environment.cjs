const { TestEnvironment } = require("jest-environment-jsdom");

/** Jest's jsdom, where a test can reach the platform of Node.js. */
module.exports = class extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.ofNode = globalThis;
  }
};
