export default { test: { include: ["test/full/docs-pages.test.ts"], testTimeout: 120000, hookTimeout: 90000, isolate:false } };
