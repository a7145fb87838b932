import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['acceptance/**/*.test.ts'],
    globalSetup: ['acceptance/setup.ts'],
    setupFiles: ['acceptance/conformance.ts'],
    pool: 'forks',
    maxWorkers: 2,
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A second, which is the rule, is little for what a background loop does on a busy machine.
    expect: { poll: { timeout: 20_000 } },
  },
})
