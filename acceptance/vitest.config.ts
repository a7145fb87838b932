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
    // The default of one second is too short for background loops on a busy machine.
    expect: { poll: { timeout: 20_000 } },
  },
})
